/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/persistence_slot.h"
#include "exec/memory/flight.h"
#include <cstring>
#include <numeric>
#include <vector>

namespace gpufft {

persistence_slot::persistence_slot(const persistence_kernels& how,
                                   const locked_memory& locked,
                                   std::size_t max_frames)
    : d_how(how), d_samples(how.front().on(), locked)
{
    auto& on = *how.front().on();
    const auto bytes = how.front().partial_bytes(max_frames);
    if (how.columns) {
        d_shown = std::make_unique<mirrored_buffer>(on, bytes);
        d_done = std::make_unique<mirrored_buffer>(on, how.columns->done_bytes());
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

//! Samples to powers or decibels.
void persistence_slot::enqueue_frames(const submission& s)
{
    const auto& front = d_how.front();
    auto* samples =
        s.on_device.of
            ? d_samples.start(*d_queue, s.on_device)
            : d_samples.start_behind(*d_queue,
                                     s.follows ? &s.follows->d_samples : nullptr,
                                     front.shared_bytes(),
                                     s.samples,
                                     front.sample_bytes(s.frames));
    auto* const out = d_shown ? &d_shown->on_device() : d_powers.get();
    const auto count = static_cast<std::uint32_t>(s.frames);
    if (d_how.singles) {
        spectrum_output shown;
        shown.factor = s.scale.factor;
        shown.decibels = true;
        d_how.singles->enqueue(
            *d_queue, { samples, s.window.get(), out }, d_workspace, count, shown);
        return;
    }
    frame_memory frames;
    frames.samples = samples;
    frames.window = s.window.get();
    frames.runs = d_runs.get();
    frames.workspace = d_workspace;
    frames.partials = out;
    front.enqueue(*d_queue, frames, { count, count, 1, 1 });
}

void persistence_slot::enqueue_counting(const submission& s)
{
    const auto count = static_cast<std::uint32_t>(s.frames);
    auto* const before = s.before ? &s.before->memory.on_device() : nullptr;
    const double keep = s.before ? s.keep : 0;
    if (!d_how.columns) {
        level_histogram::memory levels;
        levels.powers = d_powers.get();
        levels.state_in = before;
        levels.state_out = &s.after->memory.on_device();
        levels.counts = d_counts.get();
        d_how.levels->enqueue(*d_queue, levels, count, s.scale, keep);
        return;
    }
    auto& counts = s.counts->on_device();
    d_counted_into = s.counts;
    d_counted = {
        d_shown->on_host<float>(), d_done->on_host<std::uint32_t>(), count, s.scale
    };
    d_how.columns->count(*d_queue,
                         { &d_shown->on_device(), &counts, &d_done->on_device() },
                         count,
                         s.scale,
                         s.goes_on);
    if (s.after)
        d_how.columns->sum(
            *d_queue, before, counts, s.after->memory.on_device(), s.scale, keep);
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
    enqueue_frames(s);
    if (s.is_before)
        d_queue->wait_for(*s.is_before);
    enqueue_counting(s);
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
