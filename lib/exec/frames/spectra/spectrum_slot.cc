/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/power_kernels.h"
#include "exec/frames/spectra/spectrum_slot.h"
#include "exec/memory/flight.h"
#include "exec/memory/grow.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

namespace {

//! Tables one behind the other, each where a part of a buffer may begin.
class packed_tables
{
public:
    template <typename T>
    std::size_t add(const std::vector<T>& table)
    {
        const auto at =
            (d_bytes.size() + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
        d_bytes.resize(at + table.size() * sizeof(T));
        if (!table.empty())
            std::memcpy(d_bytes.data() + at, table.data(), table.size() * sizeof(T));
        return at;
    }
    std::vector<unsigned char>& bytes() { return d_bytes; }

private:
    std::vector<unsigned char> d_bytes;
};

std::uint64_t frames_left_by(const spectrum_batch& b, std::uint64_t carried)
{
    if (b.restarts && !b.ends.empty())
        return b.frames - b.ends.back();
    return carried + b.frames;
}

//! Each average is one run and nothing else: combining would only copy.
bool is_combined(const run_table& t, std::uint64_t carried, std::uint64_t left)
{
    return !carried && !left && t.rows() == t.outputs();
}

std::uint32_t number(bool b) { return b ? 1 : 0; }

} // namespace

spectrum_slot::spectrum_slot(std::shared_ptr<device> on, const locked_memory& locked)
    : d_device(on), d_samples(on, locked), d_out(on, locked), d_queue(on->make_queue())
{
}

void spectrum_slot::start(const spectrum_kernels& kernels,
                          std::shared_ptr<buffer> window,
                          const spectrum_batch& batch,
                          const state_passage& state,
                          std::size_t run_frames,
                          spectrum_slot* before)
{
    forget(); // a submission that failed
    if (!d_queue)
        d_queue = d_device->make_queue();
    d_kernels = kernels;
    d_window = std::move(window);
    d_batch = batch;
    d_before = before;
    d_state = state;
    d_left = frames_left_by(batch, state.frames);
    if (are_singles(state))
        show_singles();
    else
        average_frames(run_frames);
    d_end = d_queue->record();
    d_samples.has_queued(d_end);
}

//! Each frame is an average by itself, of nothing carried over.
bool spectrum_slot::are_singles(const state_passage& state) const
{
    const auto& b = d_batch;
    return d_kernels.singles && d_kernels.singles->can_show(b.output) &&
           b.how == average::mean && b.restarts && !state.frames &&
           b.ends.size() == b.frames &&
           std::adjacent_find(b.ends.begin(), b.ends.end()) == b.ends.end();
}

void spectrum_slot::show_singles()
{
    const auto bytes = d_kernels.front->partial_bytes(d_batch.frames);
    single_frames::memory m;
    m.samples = start_samples();
    m.window = d_window.get();
    m.out = d_out.start(d_batch.out, bytes);
    d_kernels.singles->enqueue(*d_queue,
                               m,
                               d_workspace,
                               static_cast<std::uint32_t>(d_batch.frames),
                               d_batch.output);
    d_out.download(*d_queue);
}

void spectrum_slot::average_frames(std::size_t run_frames)
{
    const auto& batch = d_batch;
    const auto& state = d_state;
    const auto& kernels = d_kernels;
    const auto table = cut_runs(batch, state.frames, run_frames, kernels.request().how);
    const auto on = upload_tables(table);
    accumulate(batch, table, on);
    auto* averages = d_partials.get();
    if (!is_combined(table, state.frames, d_left))
        averages = combine(table, on, state);
    if (table.outputs())
        finish_outputs(table, on, averages);
    if (d_left)
        d_queue->download(
            state.out_on_host, *state.out, 0, kernels.front->partial_bytes(1));
}

buffer* spectrum_slot::start_samples()
{
    if (d_batch.on_device.of)
        return d_samples.start(*d_queue, d_batch.on_device);
    const auto& front = *d_kernels.front;
    return d_samples.start_behind(*d_queue,
                                  d_before ? &d_before->d_samples : nullptr,
                                  front.shared_bytes(),
                                  d_batch.samples,
                                  front.sample_bytes(d_batch.frames));
}

spectrum_slot::table_parts spectrum_slot::upload_tables(const run_table& t)
{
    packed_tables packed;
    const auto runs = packed.add(t.runs), ends = packed.add(t.ends);
    const auto weights = packed.add(t.weights), factors = packed.add(t.factors);
    auto& bytes = packed.bytes();
    if (!d_tables || d_tables->bytes() < bytes.size())
        d_known_tables.clear();
    grow(*d_device, d_tables, bytes.size());
    // Mostly they are those of the submission before.
    if (bytes != d_known_tables) {
        d_known_tables.clear();
        grow(*d_device, d_host_tables, bytes.size());
        std::memcpy(d_host_tables->data(), bytes.data(), bytes.size());
        d_queue->upload(*d_tables, 0, d_host_tables->data(), bytes.size());
        d_known_tables = std::move(bytes);
    }
    const auto part = [&](std::size_t at, std::size_t size) {
        return size ? d_device->part_of(d_tables, at, 4 * size) : nullptr;
    };
    return { part(runs, t.runs.size()),
             part(ends, t.ends.size()),
             part(weights, t.weights.size()),
             part(factors, t.factors.size()) };
}

void spectrum_slot::accumulate(const spectrum_batch& batch,
                               const run_table& t,
                               const table_parts& on)
{
    const auto& front = *d_kernels.front;
    front.fit(d_workspace, batch.frames);
    grow(*d_device, d_partials, front.partial_bytes(t.rows()));
    frame_memory memory;
    memory.samples = start_samples();
    memory.window = d_window.get();
    memory.runs = on.runs.get();
    memory.workspace = d_workspace;
    memory.partials = d_partials.get();
    frame_front::grouping grouping;
    grouping.frames = static_cast<std::uint32_t>(batch.frames);
    grouping.rows = t.rows();
    grouping.longest = t.longest;
    if (batch.how == average::exponential)
        grouping.keep = static_cast<float>(batch.keep);
    front.enqueue(*d_queue, memory, grouping);
}

buffer*
spectrum_slot::combine(const run_table& t, const table_parts& on, const state_passage& s)
{
    const auto& front = *d_kernels.front;
    grow(*d_device, d_averages, front.partial_bytes(std::max(1U, t.outputs())));
    if (s.before)
        d_queue->wait_for(*s.before);
    if (s.from_host)
        d_queue->upload(*s.in, 0, s.from_host->data(), front.partial_bytes(1));
    d_queue->launch(
        *d_kernels.combine,
        groups_for(d_kernels.request().values(), d_batch.restarts ? t.outputs() + 1 : 1),
        { d_partials.get(),
          s.in,
          s.out,
          d_averages.get(),
          on.ends.get(),
          on.weights.get(),
          t.outputs(),
          number(s.frames > 0),
          number(d_batch.restarts),
          t.rows() });
    d_combined = d_queue->record();
    return d_averages.get();
}

void spectrum_slot::finish_outputs(const run_table& t,
                                   const table_parts& on,
                                   buffer* averages)
{
    const auto& request = d_kernels.request();
    const auto& show = d_batch.output;
    const auto bins = static_cast<std::uint32_t>(request.bins());
    const auto out_bins = show.bins ? static_cast<std::uint32_t>(show.bins) : bins;
    // In a real signal of odd length, just bin 0 has no conjugate bin.
    const bool has_last_edge = is_real(request.samples) && request.length % 2 == 0;
    const auto edge =
        is_real(request.samples) ? static_cast<float>(show.edge_factor) : 1.0F;
    const auto planes = static_cast<std::uint32_t>(request.how.count()) * t.outputs();
    auto* out = d_out.start(d_batch.out, std::size_t(planes) * out_bins * sizeof(float));
    d_queue->launch(out_bins == bins ? *d_kernels.finish : *d_kernels.reduce,
                    groups_for(out_bins, planes),
                    { averages,
                      out,
                      on.factors.get(),
                      bins,
                      out_bins,
                      show.centered ? (bins - bins / 2) % bins : 0U,
                      number(show.mean_bins),
                      number(show.decibels),
                      edge,
                      has_last_edge ? bins - 1 : 0U,
                      planes });
    d_out.download(*d_queue);
}

spectrum_executor::finished spectrum_slot::finish()
{
    wait_or_abandon(d_end, *this);
    d_samples.finish();
    d_out.finish();
    spectrum_executor::finished done;
    done.frames = d_batch.frames;
    done.averages = d_batch.ends.size();
    forget();
    return done;
}

void spectrum_slot::abandon() noexcept
{
    drain_or_drop(d_queue);
    d_known_tables.clear();
    forget();
}

void spectrum_slot::forget() noexcept
{
    d_end.reset();
    d_combined.reset();
    d_samples.forget();
    d_out.forget();
    d_kernels = {};
    d_window.reset();
    d_state = {};
}

} // namespace gpufft
