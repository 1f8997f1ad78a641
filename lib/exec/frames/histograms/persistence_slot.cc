/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/persistence_slot.h"
#include "exec/memory/flight.h"
#include <cstring>
#include <numeric>
#include <vector>

namespace gpufft {

namespace {

spectrum_output decibels_of(const level_scale& scale)
{
    spectrum_output shown;
    shown.factor = scale.factor;
    shown.decibels = true;
    return shown;
}

} // namespace

persistence_slot::persistence_slot(const persistence_kernels& how,
                                   const locked_memory& locked,
                                   std::size_t max_frames)
    : d_how(how), d_samples(how.front().on(), locked)
{
    auto& on = *how.front().on();
    const auto bytes = how.front().partial_bytes(max_frames);
    if (how.columns) {
        d_shown = std::make_unique<mirrored_buffer>(on, bytes);
        d_done =
            std::make_unique<mirrored_buffer>(on, how.columns->done_bytes(max_frames));
    } else {
        d_powers = on.make_buffer(bytes);
        const std::vector<char> zeros(how.counts_bytes());
        d_counts = upload_now(on, zeros.data(), zeros.size());
    }
    if (!how.singles) {
        std::vector<std::uint32_t> runs(max_frames + 1);
        std::iota(runs.begin(), runs.end(), 0);
        d_runs = upload_now(on, runs.data(), runs.size() * sizeof(runs[0]));
        how.front().fit(d_workspace, max_frames);
    }
    d_queue = on.make_queue();
}

std::size_t persistence_slot::device_bytes(const persistence_kernels& how,
                                           std::size_t frames)
{
    const auto& front = how.front();
    return front.sample_bytes(frames) + front.workspace_bytes(frames) +
           front.partial_bytes(frames) + how.counts_bytes() + how.state_bytes();
}

buffer* persistence_slot::enqueue_samples(const submission& s)
{
    if (s.on_device.of)
        return d_samples.start(*d_queue, s.on_device);
    const auto& front = d_how.front();
    return d_samples.start_behind(*d_queue,
                                  s.follows ? &s.follows->d_samples : nullptr,
                                  front.shared_bytes(),
                                  s.samples,
                                  front.sample_bytes(s.frames));
}

//! Samples to powers or decibels.
void persistence_slot::enqueue_frames(const submission& s, buffer* samples)
{
    auto* const out = d_shown ? &d_shown->on_device() : d_powers.get();
    const auto count = static_cast<std::uint32_t>(s.frames);
    if (d_how.singles) {
        d_how.singles->enqueue(*d_queue,
                               { samples, s.window.get(), out },
                               d_workspace,
                               count,
                               decibels_of(s.scale));
        return;
    }
    frame_memory frames;
    frames.samples = samples;
    frames.window = s.window.get();
    frames.runs = d_runs.get();
    frames.workspace = d_workspace;
    frames.partials = out;
    d_how.front().enqueue(*d_queue, frames, { count, count, 1, 1 });
}

//! What enqueue_frames() would queue, where a thread may go on with counting its share.
std::optional<kernel_launch> persistence_slot::launch_of_frames(const submission& s,
                                                                buffer* samples)
{
    if (!d_how.singles)
        return {};
    return d_how.singles->shared_launch(
        { samples, s.window.get(), &d_shown->on_device() },
        static_cast<std::uint32_t>(s.frames),
        decibels_of(s.scale));
}

void persistence_slot::enqueue_levels(const submission& s)
{
    level_histogram::memory levels;
    levels.powers = d_powers.get();
    levels.state_in = s.before ? &s.before->memory.on_device() : nullptr;
    levels.state_out = &s.after->memory.on_device();
    levels.counts = d_counts.get();
    d_how.levels->enqueue(*d_queue,
                          levels,
                          static_cast<std::uint32_t>(s.frames),
                          s.scale,
                          s.before ? s.keep : 0);
}

void persistence_slot::enqueue_columns(const submission& s,
                                       const std::optional<kernel_launch>& frames)
{
    const auto count = static_cast<std::uint32_t>(s.frames);
    auto& counts = s.counts->on_device();
    d_counted_into = s.counts;
    d_counted = {
        d_shown->on_host<float>(), d_done->on_host<std::uint32_t>(), count, s.scale
    };
    d_how.columns->count(*d_queue,
                         frames,
                         { &d_shown->on_device(), &counts, &d_done->on_device() },
                         count,
                         s.scale,
                         s.counted);
    if (s.after)
        d_how.columns->sum(*d_queue,
                           s.before ? &s.before->memory.on_device() : nullptr,
                           counts,
                           s.after->memory.on_device(),
                           { s.scale, s.before ? s.keep : 0, s.counted.number });
}

void persistence_slot::start(const submission& s)
{
    forget(); // a submission that failed
    d_counted_into = nullptr;
    if (!d_queue)
        d_queue = d_how.front().on()->make_queue();
    d_in_flight = s;
    if (d_done)
        d_done->clear(*d_queue);
    auto* const samples = enqueue_samples(s);
    const bool counts_in_threads = d_how.columns && d_how.columns->threads();
    const auto frames = counts_in_threads ? launch_of_frames(s, samples) : std::nullopt;
    if (!frames)
        enqueue_frames(s, samples);
    if (s.is_before)
        d_queue->wait_for(*s.is_before);
    if (d_how.columns)
        enqueue_columns(s, frames);
    else
        enqueue_levels(s);
    d_is_counted = d_queue->record();
    if (s.after)
        s.after->memory.download(*d_queue);
    d_end = d_queue->record();
    d_samples.has_queued(d_end);
}

void persistence_slot::finish()
{
    wait_or_abandon(d_end, *this);
    d_samples.finish();
    if (d_in_flight.out && d_in_flight.after) {
        const auto& memory = d_in_flight.after->memory;
        std::memcpy(d_in_flight.out, memory.on_host<float>(), memory.bytes());
    }
    d_counted_into = nullptr;
    forget();
}

//! Where waiting failed before, the queue is gone, and with it what was under way.
void persistence_slot::settle() noexcept
{
    if (d_queue)
        drain(*d_queue);
}

std::optional<column_histogram::counted>
persistence_slot::counted_into(const mirrored_buffer& counts) const
{
    if (d_counted_into != &counts)
        return {};
    return d_counted;
}

void persistence_slot::abandon() noexcept
{
    drain_or_drop(d_queue);
    forget();
}

void persistence_slot::forget() noexcept
{
    d_end.reset();
    d_is_counted.reset();
    d_samples.forget();
    d_in_flight = {};
}

} // namespace gpufft
