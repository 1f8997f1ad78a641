/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/simd/vector_cost.h"
#include "plan/strategies/strategy.h"

namespace gpufft {

namespace {

//! Points of the last dimension, and rows of them, are whole vectors.
bool lanes_divide(const dft_problem& r, int lanes, const device_limits& limits)
{
    const auto last = r.dimensions.back().length;
    return last % lanes == 0 && r.points() / last % lanes == 0 &&
           r.points() / lanes <= most_buffer_vectors(lanes, r.number, limits);
}

//! A pass over N-d rows by \p stages in so many lanes; none where lanes do not take them.
std::vector<pass> dimensions_in(int lanes,
                                const std::vector<stage>& stages,
                                const dft_problem& r,
                                const device_limits& limits)
{
    if (!lanes_divide(r, lanes, limits))
        return {};
    auto p = begin_vector_pass(r, lane_kind::row_points_nd, lanes, limits);
    p.stages = stages;
    bind_sides(p, r, r.in, r.out, {});
    if (!is_packed(p) || !keeps_vectors_whole(p))
        return {};
    return { p };
}

} // namespace

std::vector<pass> make_vector_dimensions(const dft_problem& r,
                                         const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take_all(r))
        return {};
    std::vector<pass> best;
    const auto stages = choose_stages_of_all(r, limits, buffer_form::dense);
    const int widest = stages.empty() ? 0 : widest_vector(r, limits);
    for (int lanes = widest; lanes >= 4; lanes /= 2)
        best = cheaper(std::move(best), dimensions_in(lanes, stages, r, limits), limits);
    return best;
}

} // namespace gpufft
