/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/executor/executor.h"
#include "exec/frames/histograms/level_histogram.h"
#include <limits>

namespace gpufft {

level_histogram::level_histogram(const histogram_shape& shape) : d_shape(shape) {}

level_histogram level_histogram::planned(const histogram_shape& shape)
{
    return level_histogram(shape);
}

level_histogram::level_histogram(const histogram_shape& shape, std::shared_ptr<device> on)
    : level_histogram(shape)
{
    const auto& words = on->kernel_dialect();
    d_count = on->build(generate_histogram_count(shape, words));
    d_fade = on->build(generate_histogram_fade(shape, words));
}

std::size_t level_histogram::state_bytes() const
{
    return d_shape.places() * sizeof(float);
}

std::size_t level_histogram::counts_bytes() const
{
    return d_shape.places() * sizeof(std::uint32_t);
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
    const auto to = levels_of_powers(d_shape, scale);
    const auto slope = static_cast<float>(to.slope);
    const auto offset = static_cast<float>(to.offset);
    q.launch(*d_count,
             groups_for(d_shape.bins, frames),
             { m.powers, m.counts, to.rotation, slope, offset });
    q.launch(*d_fade,
             groups_for(d_shape.places()),
             { m.state_in, m.counts, m.state_out, static_cast<float>(keep) });
}

} // namespace gpufft
