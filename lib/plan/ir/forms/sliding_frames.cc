/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/sliding_frames.h"
#include <numeric>

namespace gpufft {

frame_steps frame_steps_of(const pass& p)
{
    const auto points = p.dimensions.front().length;
    const auto common = std::gcd(points, p.input_distance);
    return { points / common, p.input_distance / common };
}

bool suits_sliding_frames(const pass& p)
{
    const auto& load = p.load;
    if (!p.is_workgroup() || p.is_real() || p.convolves || p.dimensions.size() != 1 ||
        !p.columns_are_rows() || p.twiddle_order != 1 || p.workgroup().cluster.size > 1 ||
        p.workgroup().paired_input || p.workgroup().parts == exchange::split)
        return false;
    const auto& along = p.dimensions.front();
    if (!load.windowed || load.taps_per_branch < 2 || load.kind != transform_kind::c2c ||
        load.by != convolution::none || load.expression || p.store.power ||
        along.input_stride != 1 || along.input_rotation || along.input_tile ||
        along.length != p.points() || p.input_distance < 1)
        return false;
    return frame_steps_of(p).branches < load.taps_per_branch;
}

bool fits_sliding_frames(const pass& p)
{
    const auto frames = p.workgroup().sliding_frames;
    return frames > 0 && p.workgroup().staged_input && suits_sliding_frames(p) &&
           p.columns.size % (frames * frame_steps_of(p).period) == 0;
}

void drop_unfit_sliding(pass& p)
{
    if (p.workgroup().sliding_frames && !fits_sliding_frames(p))
        p.change_workgroup().sliding_frames = 0;
}

std::int64_t sliding_points(const pass& p)
{
    return p.points() * p.columns.size / p.workgroup().sliding_frames;
}

std::int64_t sliding_samples(const pass& p, int frames)
{
    return (frames - 1) * frame_steps_of(p).branches + p.load.taps_per_branch;
}

} // namespace gpufft
