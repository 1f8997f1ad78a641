/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/persistence_kernels.h"
#include <algorithm>

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
{
    const auto frames = front_request(request);
    const histogram_shape shape = { request.length, request.levels };
    if (!on->info().limits.is_cpu) {
        levels.emplace(shape, on);
    } else {
        singles = single_frames::make(frames, false, on);
        columns.emplace(
            shape, singles ? histogram_values::decibels : histogram_values::powers, on);
    }
    if (singles) {
        d_front = frame_front::planned(frames, on, by);
        check(*this);
        return;
    }
    d_front = frame_front(frames, on, by, [&](frame_front& one) {
        auto with_one = *this;
        with_one.d_front = one;
        check(with_one);
    });
}

persistence_kernels persistence_kernels::planned(const persistence_request& request,
                                                 const std::shared_ptr<device>& on,
                                                 effort by)
{
    const histogram_shape shape = { request.length, request.levels };
    persistence_kernels result;
    result.d_front = frame_front::planned(front_request(request), on, by);
    if (on->info().limits.is_cpu)
        result.columns = column_histogram::planned(shape, histogram_values::powers, *on);
    else
        result.levels = level_histogram::planned(shape);
    return result;
}

std::size_t persistence_kernels::max_frames() const
{
    return levels ? std::min(levels->max_frames(), front().max_frames())
                  : front().max_frames();
}

std::size_t persistence_kernels::state_bytes() const
{
    return columns ? columns->state_bytes() : levels->state_bytes();
}

std::size_t persistence_kernels::counts_bytes() const
{
    return columns ? columns->counts_bytes() : levels->counts_bytes();
}

} // namespace gpufft
