/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/sample_floats.h"
#include "exec/memory/page_memory.h"
#include "survey/voltages/voltage_runner.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

// Samples of a call, about: what outweighs its launches, and is little memory.
constexpr std::int64_t CALL_SAMPLES = std::int64_t(1) << 20;

} // namespace

voltage_runner::voltage_runner(voltage_engine& engine,
                               const voltage_group& group,
                               sample_source& source,
                               const std::atomic<bool>& stops,
                               std::atomic<std::int64_t>& progress)
    : d_engine(engine),
      d_group(group),
      d_source(source),
      d_stops(stops),
      d_progress(progress),
      d_steps(std::max<std::int64_t>(1, CALL_SAMPLES / group.layout().step_samples()))
{
    const auto most = d_steps * group.layout().step_samples() + engine.samples_before() +
                      engine.samples_behind();
    const auto bytes = static_cast<std::size_t>(most) * sizeof(voltage);
    d_in = page_memory(bytes);
    engine.reads_from(d_in, bytes);
}

//! What is stored, as complex samples of full scale 1. Of a real tone the powers of both
//! sides of its spectrum are counted to one of them, as in the spectra.
void voltage_runner::convert(const void* from, std::int64_t count, voltage* to) const
{
    const auto samples = static_cast<std::size_t>(count);
    if (!is_real(d_source.kind())) {
        to_floats(d_source.kind(), from, samples, to);
        return;
    }
    const auto* real = static_cast<const float*>(from);
    for (std::size_t i = 0; i < samples; ++i)
        to[i] = { real[i] * static_cast<float>(M_SQRT2), 0 };
}

//! Samples \p begin and on, counted from the segment's first; zeros outside it.
void voltage_runner::read(const segment& from,
                          std::int64_t begin,
                          std::int64_t count,
                          voltage* to)
{
    const auto first = std::clamp<std::int64_t>(begin, 0, from.count);
    const auto behind = std::clamp<std::int64_t>(begin + count, first, from.count);
    const auto there = behind - first;
    std::fill(to, to + count, voltage());
    if (there == 0)
        return;
    const auto start = from.start + first;
    const void* stored = d_source.in_place(start, there);
    if (!stored) {
        d_stored.resize(static_cast<std::size_t>(there) * sample_bytes(d_source.kind()));
        d_source.read(start, there, d_stored.data());
        stored = d_stored.data();
    }
    convert(stored, there, to + (first - begin));
}

void voltage_runner::run_steps(const voltage_layout::chunk& c,
                               std::int64_t first_step,
                               std::int64_t steps,
                               voltage_group::chunk_samples& to)
{
    const auto& layout = d_group.layout();
    auto* in = reinterpret_cast<voltage*>(d_in.get());
    read(layout.segments()[c.segment],
         first_step * layout.step_samples() - d_engine.samples_before(),
         steps * layout.step_samples() + d_engine.samples_before() +
             d_engine.samples_behind(),
         in);
    std::vector<voltage_engine::output> outputs;
    for (std::size_t i = 0; i < to.size(); ++i)
        if (layout.has(i, c.segment))
            outputs.push_back({ i,
                                d_group.plan().offset_hz(i, c.segment),
                                to[i].data() + (first_step - c.first_step) *
                                                   layout.streams()[i].step_outputs });
    d_engine.run(in, first_step, steps, outputs);
}

voltage_group::chunk_samples
voltage_runner::room_for(const voltage_layout::chunk& c) const
{
    const auto& streams = d_group.layout().streams();
    voltage_group::chunk_samples all;
    for (std::size_t i = 0; i < streams.size(); ++i)
        all.emplace_back(static_cast<std::size_t>(
            d_group.layout().has(i, c.segment) ? c.steps * streams[i].step_outputs : 0));
    return all;
}

std::shared_ptr<const voltage_group::chunk_samples>
voltage_runner::run(std::int64_t chunk)
{
    const auto& layout = d_group.layout();
    const auto c = layout.at(chunk);
    const auto start = layout.first_sample(c), samples = layout.samples_of(c);
    const auto all = std::make_shared<voltage_group::chunk_samples>(room_for(c));
    d_source.expect(start, samples);
    for (std::int64_t done = 0; done < c.steps; done += d_steps) {
        if (d_stops)
            return {};
        const auto steps = std::min(d_steps, c.steps - done);
        run_steps(c, c.first_step + done, steps, *all);
        d_progress += std::min(steps * layout.step_samples(),
                               samples - done * layout.step_samples());
    }
    d_source.check();
    d_source.forget(start, samples);
    return all;
}

} // namespace gpufft
