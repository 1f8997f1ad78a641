/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/executor/executor.h"
#include "exec/frames/histograms/level_histogram.h"
#include "plan/simd/histogram_lanes.h"
#include <cmath>
#include <limits>

namespace gpufft {

level_line levels_of(const histogram_shape& shape, const level_scale& scale)
{
    // levels * (10 log10(p factor) - lowest) / (highest - lowest) as log2(p) and a line
    const double levels_per_db =
        static_cast<double>(shape.levels) / (scale.highest_db - scale.lowest_db);
    level_line result;
    result.slope = 10 * std::log10(2.0) * levels_per_db;
    result.offset = (10 * std::log10(scale.factor) - scale.lowest_db) * levels_per_db;
    result.rotation = static_cast<std::uint32_t>(
        scale.centered ? (shape.bins + 1) / 2 % shape.bins : 0);
    return result;
}

level_histogram::level_histogram(const histogram_shape& shape, bool by_columns)
    : d_shape(shape), d_by_columns(by_columns)
{
}

level_histogram level_histogram::planned(const histogram_shape& shape, const device& on)
{
    return { shape, on.info().limits.is_cpu };
}

level_histogram::level_histogram(const histogram_shape& shape, std::shared_ptr<device> on)
    : level_histogram(shape, on, on->info().limits.is_cpu)
{
}

level_histogram::level_histogram(const histogram_shape& shape,
                                 std::shared_ptr<device> on,
                                 bool by_columns)
    : level_histogram(shape, by_columns)
{
    const auto& words = on->kernel_dialect();
    if (by_columns) {
        d_lanes = histogram_lanes(shape, on->info().limits);
        d_columns = on->build(generate_histogram_columns(shape, d_lanes, words));
        return;
    }
    d_count = on->build(generate_histogram_count(shape, words));
    d_fade = on->build(generate_histogram_fade(shape, words));
}

std::size_t level_histogram::state_bytes() const
{
    return d_shape.places() * sizeof(float);
}

std::size_t level_histogram::counts_bytes() const
{
    return d_by_columns ? 0 : d_shape.places() * sizeof(std::uint32_t);
}

std::size_t level_histogram::max_frames() const
{
    return std::numeric_limits<std::uint32_t>::max() / (d_shape.bins + 64);
}

void level_histogram::enqueue(queue& q,
                              const memory& m,
                              std::uint32_t frames,
                              const level_scale& scale,
                              double keep) const
{
    const auto to = levels_of(d_shape, scale);
    const auto slope = static_cast<float>(to.slope);
    const auto offset = static_cast<float>(to.offset);
    const auto kept = static_cast<float>(keep);
    if (d_columns) {
        q.launch(*d_columns,
                 static_cast<std::uint64_t>(d_shape.bins / d_lanes),
                 { m.powers,
                   m.state_in,
                   m.state_out,
                   frames,
                   to.rotation,
                   slope,
                   offset,
                   kept });
        return;
    }
    q.launch(*d_count,
             groups_for(d_shape.bins, frames),
             { m.powers, m.counts, to.rotation, slope, offset });
    q.launch(*d_fade,
             groups_for(d_shape.places()),
             { m.state_in, m.counts, m.state_out, kept });
}

} // namespace gpufft
