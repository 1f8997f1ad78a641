/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/column_histogram.h"
#include "plan/simd/histogram_lanes.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

column_histogram::column_histogram(const histogram_shape& shape,
                                   histogram_values of,
                                   int lanes)
    : d_blocks{ shape, lanes }, d_of(of)
{
}

column_histogram column_histogram::planned(const histogram_shape& shape,
                                           histogram_values of,
                                           const device& on)
{
    return { shape, of, histogram_lanes(shape, on.info().limits) };
}

column_histogram::column_histogram(const histogram_shape& shape,
                                   histogram_values of,
                                   std::shared_ptr<device> on)
    : column_histogram(shape, of, histogram_lanes(shape, on->info().limits))
{
    const auto& words = on->kernel_dialect();
    const auto lanes = static_cast<int>(d_blocks.lanes);
    d_columns = on->build(generate_histogram_columns(shape, lanes, of, words));
    d_sum = on->build(generate_histogram_sum(shape, lanes, words));
}

std::size_t column_histogram::state_bytes() const
{
    return static_cast<std::size_t>(d_blocks.shape.places()) * sizeof(float);
}

std::size_t column_histogram::counts_bytes() const
{
    return static_cast<std::size_t>(d_blocks.places()) * sizeof(std::uint32_t);
}

std::size_t column_histogram::done_bytes() const
{
    return static_cast<std::size_t>(d_blocks.blocks()) * sizeof(std::uint32_t);
}

level_line column_histogram::line_of(const level_scale& scale) const
{
    return d_of == histogram_values::powers ? levels_of_powers(d_blocks.shape, scale)
                                            : levels_of_decibels(d_blocks.shape, scale);
}

void column_histogram::count(queue& q,
                             const memory& m,
                             std::uint32_t frames,
                             const level_scale& scale,
                             bool goes_on) const
{
    const auto to = line_of(scale);
    q.launch(*d_columns,
             static_cast<std::uint64_t>(d_blocks.blocks() /
                                        histogram_blocks_together(d_blocks)),
             { m.values,
               m.counts,
               m.done,
               static_cast<std::uint32_t>(goes_on ? 1 : 0),
               static_cast<float>(to.slope),
               static_cast<float>(to.offset),
               frames });
}

void column_histogram::sum(queue& q,
                           buffer* state_in,
                           buffer& counts,
                           buffer& state_out,
                           const level_scale& scale,
                           double keep) const
{
    q.launch(*d_sum,
             static_cast<std::uint64_t>(d_blocks.shape.levels),
             { state_in,
               &counts,
               &state_out,
               line_of(scale).rotation,
               static_cast<float>(state_in ? keep : 0) });
}

//! As the kernel finds levels: of decibels just so, of powers but for rounding.
void column_histogram::take_back(const counted& given,
                                 std::vector<std::uint32_t>& from) const
{
    const auto& b = d_blocks;
    const auto to = line_of(given.scale);
    const auto slope = static_cast<float>(to.slope);
    const auto offset = static_cast<float>(to.offset);
    const auto highest = static_cast<float>(b.shape.levels - 1);
    const auto level_of = [&](float value) {
        const float x = d_of == histogram_values::powers ? std::log2(value) : value;
        const float height = std::fma(x, slope, offset);
        return height > 0 ? static_cast<std::int64_t>(std::min(height, highest)) : 0;
    };
    for (std::int64_t block = 0; block < b.blocks(); ++block) {
        if (!given.done[block])
            continue;
        for (std::uint32_t frame = 0; frame < given.frames; ++frame) {
            const auto* values = given.values + frame * b.shape.bins + b.first_bin(block);
            for (auto lane = b.shared(block); lane < b.lanes; ++lane) {
                if (!(values[lane] <= std::numeric_limits<float>::max()))
                    continue; // it counted nowhere
                auto& count = from[b.place(block, level_of(values[lane]), lane)];
                count -= count ? 1 : 0;
            }
        }
    }
}

std::vector<float>
column_histogram::sum_on_host(const float* state_in,
                              const std::uint32_t* counts,
                              const level_scale& scale,
                              double keep,
                              const std::vector<counted>& taken_back) const
{
    const auto& b = d_blocks;
    const auto rotation = line_of(scale).rotation;
    std::vector<std::uint32_t> left(counts, counts + b.places());
    for (const auto& each : taken_back)
        take_back(each, left);
    std::vector<float> sum(static_cast<std::size_t>(b.shape.places()));
    const auto kept = static_cast<float>(keep);
    for (std::int64_t block = 0; block < b.blocks(); ++block) {
        for (auto lane = b.shared(block); lane < b.lanes; ++lane) {
            const auto bin = b.first_bin(block) + lane;
            const auto place = (bin + b.shape.bins - rotation) % b.shape.bins;
            for (std::int64_t level = 0; level < b.shape.levels; ++level) {
                const auto at = level * b.shape.bins + place;
                sum[at] = static_cast<float>(left[b.place(block, level, lane)]) +
                          (state_in ? kept * state_in[at] : 0);
            }
        }
    }
    return sum;
}

} // namespace gpufft
