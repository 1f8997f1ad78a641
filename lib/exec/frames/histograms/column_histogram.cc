/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/column_histogram.h"
#include "plan/simd/histogram_lanes.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

column_histogram::column_histogram(const histogram_shape& shape,
                                   histogram_values of,
                                   const device_limits& limits)
    : d_counts{ { shape, histogram_lanes(shape, limits) }, 0 }, d_of(of)
{
    d_counts.threads = histogram_threads(d_counts.blocks, limits);
}

column_histogram column_histogram::planned(const histogram_shape& shape,
                                           histogram_values of,
                                           const device& on)
{
    return { shape, of, on.info().limits };
}

column_histogram::column_histogram(const histogram_shape& shape,
                                   histogram_values of,
                                   std::shared_ptr<device> on)
    : column_histogram(shape, of, on->info().limits)
{
    const auto& words = on->kernel_dialect();
    const auto lanes = static_cast<int>(d_counts.blocks.lanes);
    d_count =
        on->build(d_counts.threads ? generate_histogram_frames(shape, lanes, of, words)
                                   : generate_histogram_columns(shape, lanes, of, words));
    d_sum = on->build(generate_histogram_sum(shape, lanes, d_counts.threads, words));
}

std::size_t column_histogram::state_bytes() const
{
    return static_cast<std::size_t>(d_counts.blocks.shape.places()) * sizeof(float);
}

std::size_t column_histogram::counts_bytes() const
{
    const auto count = d_counts.threads ? d_counts.threads * d_counts.stride()
                                        : d_counts.blocks.places();
    return static_cast<std::size_t>(count) * sizeof(std::uint32_t);
}

std::size_t column_histogram::done_bytes(std::size_t frames) const
{
    const auto count = d_counts.threads
                           ? std::size_t(slices_of(frames))
                           : static_cast<std::size_t>(d_counts.blocks.blocks());
    return count * sizeof(std::uint32_t);
}

//! Shares of \p frames frames: one for each thread.
std::uint32_t column_histogram::slices_of(std::size_t frames) const
{
    return static_cast<std::uint32_t>(
        std::min(frames, static_cast<std::size_t>(d_counts.threads)));
}

std::size_t column_histogram::most_frames() const
{
    if (!d_counts.threads)
        return std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::size_t>(d_counts.threads *
                                    histogram_slice_frames(d_counts.blocks.shape));
}

level_line column_histogram::line_of(const level_scale& scale) const
{
    const auto& shape = d_counts.blocks.shape;
    return d_of == histogram_values::powers ? levels_of_powers(shape, scale)
                                            : levels_of_decibels(shape, scale);
}

void column_histogram::count(queue& q,
                             const std::optional<kernel_launch>& before,
                             const memory& m,
                             std::uint32_t frames,
                             const level_scale& scale,
                             const histogram& of) const
{
    const auto to = line_of(scale);
    std::vector<kernel_launch> all;
    if (before)
        all.push_back(*before);
    kernel_launch counting;
    counting.launched = d_count.get();
    counting.arguments = { m.values,
                           m.counts,
                           m.done,
                           d_counts.threads ? of.number
                                            : static_cast<std::uint32_t>(of.goes_on),
                           static_cast<float>(to.slope),
                           static_cast<float>(to.offset),
                           frames };
    const auto& blocks = d_counts.blocks;
    const auto slices = d_counts.threads ? slices_of(frames) : 0;
    counting.groups = d_counts.threads
                          ? slices
                          : static_cast<std::uint64_t>(blocks.blocks() /
                                                       histogram_blocks_together(blocks));
    all.push_back(std::move(counting));
    if (d_counts.threads)
        q.launch_rows(all, slices, 1);
    else
        q.launch_all(all);
}

void column_histogram::sum(queue& q,
                           buffer* state_in,
                           buffer& counts,
                           buffer& state_out,
                           const fading& how) const
{
    std::vector<kernel_argument> arguments = {
        state_in, &counts, &state_out, line_of(how.scale).rotation
    };
    if (d_counts.threads)
        arguments.emplace_back(how.number);
    arguments.emplace_back(static_cast<float>(state_in ? how.keep : 0));
    q.launch(*d_sum, static_cast<std::uint64_t>(d_counts.blocks.shape.levels), arguments);
}

//! As the kernel finds levels: of decibels just so, of powers but for rounding.
void column_histogram::take_back(const counted& given,
                                 std::uint32_t frame,
                                 std::int64_t block,
                                 std::vector<std::uint32_t>& from) const
{
    const auto& b = d_counts.blocks;
    const auto to = line_of(given.scale);
    const auto slope = static_cast<float>(to.slope);
    const auto offset = static_cast<float>(to.offset);
    const auto highest = static_cast<float>(b.shape.levels - 1);
    const auto level_of = [&](float value) {
        const float x = d_of == histogram_values::powers ? std::log2(value) : value;
        const float height = std::fma(x, slope, offset);
        return height > 0 ? static_cast<std::int64_t>(std::min(height, highest)) : 0;
    };
    const auto* values = given.values + frame * b.shape.bins + b.first_bin(block);
    for (auto lane = b.shared(block); lane < b.lanes; ++lane) {
        if (!(values[lane] <= std::numeric_limits<float>::max()))
            continue; // it counted nowhere
        auto& count = from[b.place(block, level_of(values[lane]), lane)];
        count -= count ? 1 : 0;
    }
}

void column_histogram::take_back(const counted& given,
                                 std::vector<std::uint32_t>& from) const
{
    const auto slices = d_counts.threads ? slices_of(given.frames) : 1;
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
        if (d_counts.threads && !given.done[slice])
            continue;
        const auto end = given.frames * (slice + 1) / slices;
        for (auto frame = given.frames * slice / slices; frame < end; ++frame)
            for (std::int64_t block = 0; block < d_counts.blocks.blocks(); ++block)
                if (d_counts.threads || given.done[block])
                    take_back(given, static_cast<std::uint32_t>(frame), block, from);
    }
}

//! As histogram_blocks has them, of all threads together.
std::vector<std::uint32_t> column_histogram::counts_of_all(const std::uint32_t* counts,
                                                           std::uint32_t number) const
{
    const auto places = static_cast<std::size_t>(d_counts.blocks.places());
    if (!d_counts.threads)
        return { counts, counts + places };
    std::vector<std::uint32_t> all(places);
    for (std::int64_t thread = 0; thread < d_counts.threads; ++thread) {
        const auto* const own = counts + thread * d_counts.stride();
        if (own[0] != number)
            continue;
        for (std::size_t i = 0; i < places; ++i)
            all[i] += own[d_counts.HEAD + i];
    }
    return all;
}

std::vector<float>
column_histogram::sum_on_host(const float* state_in,
                              const std::uint32_t* counts,
                              const fading& how,
                              const std::vector<counted>& taken_back) const
{
    const auto& b = d_counts.blocks;
    const auto rotation = line_of(how.scale).rotation;
    auto left = counts_of_all(counts, how.number);
    for (const auto& each : taken_back)
        take_back(each, left);
    std::vector<float> sum(static_cast<std::size_t>(b.shape.places()));
    const auto kept = static_cast<float>(how.keep);
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
