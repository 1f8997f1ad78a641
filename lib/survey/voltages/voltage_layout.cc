/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/divided_up.h"
#include "survey/voltages/voltage_layout.h"
#include <algorithm>
#include <complex>

namespace gpufft {

namespace {

// What a killed process does again, and what waits in memory to be written.
constexpr std::int64_t CHUNK_INPUT_SAMPLES = std::int64_t(1) << 24;
constexpr double CHUNK_OUTPUT_BYTES = 1 << 26;

//! Samples of a stream of which \p samples samples of the recording give.
std::int64_t outputs_in(std::int64_t samples, std::int64_t step, std::int64_t outputs)
{
    // Steps have 2^27 samples at most, so nothing is too large.
    return samples / step * outputs + divided_up(samples % step * outputs, step);
}

} // namespace

voltage_layout::voltage_layout(std::vector<segment> segments,
                               std::vector<voltage_stream> streams,
                               std::int64_t step_samples)
    : d_segments(std::move(segments)),
      d_streams(std::move(streams)),
      d_step_samples(step_samples)
{
    for (const auto& s : d_streams) {
        std::vector<std::int64_t> begins{ 0 };
        for (std::size_t i = 0; i < d_segments.size(); ++i)
            begins.push_back(
                begins.back() +
                (s.centres_hz[i]
                     ? outputs_in(d_segments[i].count, step_samples, s.step_outputs)
                     : 0));
        d_begins.push_back(std::move(begins));
    }
    d_chunk_steps = steps_of_chunk();
    for (std::size_t i = 0; i < d_segments.size(); ++i) {
        d_first_chunk.push_back(d_chunks);
        const bool is_wanted =
            std::any_of(d_streams.begin(), d_streams.end(), [i](const auto& s) {
                return s.centres_hz[i].has_value();
            });
        if (is_wanted)
            d_chunks += divided_up(steps_of(i), d_chunk_steps);
    }
}

std::int64_t voltage_layout::steps_of(std::size_t segment) const
{
    return divided_up(d_segments[segment].count, d_step_samples);
}

std::int64_t voltage_layout::steps_of_chunk() const
{
    double step_bytes = 1;
    for (const auto& s : d_streams)
        step_bytes += static_cast<double>(s.step_outputs) * sizeof(std::complex<float>);
    const auto most = static_cast<std::int64_t>(CHUNK_OUTPUT_BYTES / step_bytes);
    return std::max<std::int64_t>(1,
                                  std::min(most, CHUNK_INPUT_SAMPLES / d_step_samples));
}

bool voltage_layout::has_end() const
{
    return std::none_of(d_segments.begin(), d_segments.end(), [](const segment& s) {
        return s.count == NO_END;
    });
}

voltage_layout::chunk voltage_layout::at(std::int64_t number) const
{
    // Segments without a chunk begin with the chunk of the next one: the last of them is
    // found.
    const auto next =
        std::upper_bound(d_first_chunk.begin(), d_first_chunk.end(), number);
    chunk c;
    c.segment = static_cast<std::size_t>(next - d_first_chunk.begin()) - 1;
    c.first_step = (number - d_first_chunk[c.segment]) * d_chunk_steps;
    c.steps = std::min(d_chunk_steps, steps_of(c.segment) - c.first_step);
    return c;
}

std::int64_t voltage_layout::first_sample(const chunk& c) const
{
    return d_segments[c.segment].start + c.first_step * d_step_samples;
}

std::int64_t voltage_layout::samples_of(const chunk& c) const
{
    const auto begin = c.first_step * d_step_samples;
    return std::min(c.steps * d_step_samples, d_segments[c.segment].count - begin);
}

std::int64_t voltage_layout::outputs_of(std::size_t stream, const chunk& c) const
{
    if (!has(stream, c.segment))
        return 0;
    const auto each = d_streams[stream].step_outputs;
    return std::clamp<std::int64_t>(
        outputs_of(stream, c.segment) - c.first_step * each, 0, c.steps * each);
}

} // namespace gpufft
