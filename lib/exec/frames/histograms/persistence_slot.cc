/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/persistence_slot.h"
#include "exec/memory/flight.h"
#include <cstring>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

power_request front_request(const persistence_request& request)
{
    power_request front;
    front.length = request.length;
    front.hop = request.hop;
    front.samples = sample_kind::complex_float;
    front.how = accumulation::sum;
    front.taps_per_branch = request.taps_per_branch;
    return front;
}

} // namespace

persistence_kernels::persistence_kernels(const persistence_request& request,
                                         const std::shared_ptr<device>& on,
                                         effort by,
                                         const checked& check)
    : persistence_kernels(
          request, on, by, check, level_histogram({ request.length, request.levels }, on))
{
}

persistence_kernels::persistence_kernels(const persistence_request& request,
                                         const std::shared_ptr<device>& on,
                                         effort by,
                                         const checked& check,
                                         const level_histogram& histogram_made)
    : front(front_request(request),
            on,
            by,
            [&](frame_front& one) {
                check({ one, histogram_made });
            }),
      histogram(histogram_made)
{
}

persistence_kernels::persistence_kernels(frame_front front_made,
                                         level_histogram histogram_made)
    : front(std::move(front_made)), histogram(std::move(histogram_made))
{
}

persistence_kernels persistence_kernels::planned(const persistence_request& request,
                                                 const std::shared_ptr<device>& on,
                                                 effort by)
{
    return { frame_front::planned(front_request(request), on, by),
             level_histogram::planned({ request.length, request.levels }, *on) };
}

histogram_state::histogram_state(device& on, std::size_t bytes)
    : d_host(on.make_host_buffer(bytes)),
      d_buffer(on.wrap_host_memory(d_host->data(), bytes))
{
    if (!d_buffer)
        d_buffer = on.make_buffer(bytes);
}

void histogram_state::download(queue& q)
{
    q.download(d_host->data(), *d_buffer, 0, bytes());
}

void histogram_state::upload(queue& q, const std::vector<float>& values)
{
    q.upload(*d_buffer, 0, values.data(), bytes());
    q.download(d_host->data(), *d_buffer, 0, bytes());
}

persistence_slot::persistence_slot(const persistence_kernels& how,
                                   const locked_memory& locked,
                                   std::size_t max_frames)
    : d_how(how),
      d_samples(how.front.on(), locked),
      d_powers(how.front.on()->make_buffer(how.front.partial_bytes(max_frames)))
{
    auto& on = *how.front.on();
    std::vector<std::uint32_t> runs(max_frames + 1);
    std::iota(runs.begin(), runs.end(), 0);
    d_runs = upload_now(on, runs.data(), runs.size() * sizeof(runs[0]));
    how.front.fit(d_workspace, max_frames);
    if (const auto bytes = how.histogram.counts_bytes()) {
        const std::vector<char> zeros(bytes);
        d_counts = upload_now(on, zeros.data(), bytes);
    }
    d_queue = on.make_queue();
}

std::size_t persistence_slot::device_bytes(const persistence_kernels& how,
                                           std::size_t frames)
{
    return how.front.sample_bytes(frames) + how.front.workspace_bytes(frames) +
           how.front.partial_bytes(frames) + how.histogram.counts_bytes() +
           how.histogram.state_bytes();
}

void persistence_slot::start(const submission& s)
{
    forget(); // a submission that failed
    if (!d_queue)
        d_queue = d_how.front.on()->make_queue();
    d_in_flight = s;
    frame_memory frames;
    frames.samples =
        s.on_device.of
            ? d_samples.start(*d_queue, s.on_device)
            : d_samples.start(*d_queue, s.samples, d_how.front.sample_bytes(s.frames));
    frames.window = s.window.get();
    frames.runs = d_runs.get();
    frames.workspace = d_workspace;
    frames.partials = d_powers.get();
    const auto count = static_cast<std::uint32_t>(s.frames);
    d_how.front.enqueue(*d_queue, frames, { count, count, 1, 1 });

    level_histogram::memory levels;
    levels.powers = d_powers.get();
    levels.state_in = s.before ? &s.before->on_device() : nullptr;
    levels.state_out = &s.after->on_device();
    levels.counts = d_counts.get();
    if (s.is_before)
        d_queue->wait_for(*s.is_before);
    d_how.histogram.enqueue(*d_queue, levels, count, s.scale, s.before ? s.keep : 0);
    d_is_counted = d_queue->record();
    s.after->download(*d_queue);
    d_end = d_queue->record();
    d_samples.has_queued(d_end);
}

histogram_state* persistence_slot::finish()
{
    wait_or_abandon(d_end, *this);
    d_samples.finish();
    auto* after = d_in_flight.after;
    if (d_in_flight.out)
        std::memcpy(d_in_flight.out, after->on_host(), after->bytes());
    forget();
    return after;
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
