/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"
#include <algorithm>

/*!
 * Several dimensions in the SIMD form, with a lane for each N-d row of the batch:
 * whatever their lengths are, where lanes along the last one would not be full. All
 * points of an N-d row are vectors of the stack buffer, as the points of a row are where
 * lanes are rows, and each dimension's stages run over them in place.
 */
namespace gpufft {

namespace {

//! Points of an N-d row, of all its inner columns.
std::int64_t nd_row_points(const dft_problem& r) { return r.points() * inner_batch(r); }

//! No vectors fit across an N-d row.
bool is_narrow(const dft_problem& r, int lanes)
{
    return std::max(inner_batch(r),
                    r.outer_loops.empty() ? r.dimensions.back().length : 1) < lanes;
}

//! Most bytes of stack buffer for an N-d row. Lanes along the last dimension, and then
//! across it, take N-d rows that the second-level cache does not hold in two passes,
//! which is faster for long rows: see measurements.md, "N-d rows beyond the second
//! level".
std::int64_t
most_workspace_bytes(const dft_problem& r, int lanes, const device_limits& on)
{
    return is_narrow(r, lanes) ? on.row_stack_bytes
                               : std::min(on.row_stack_bytes, cpu_model_of(on).l2_bytes);
}

} // namespace

std::vector<pass> make_vector_nd_rows(const dft_problem& r, const device_limits& limits)
{
    const int lanes = widest_vector(r, limits);
    if (!limits.is_cpu || lanes < 4 || !nd_rows_take(r))
        return {};
    const auto points = nd_row_points(r);
    if (rows_of_a_lane(points, lanes, numbers_of(r.load, r.store)) > 1 ||
        points >
            most_row_vectors(lanes, r.number, most_workspace_bytes(r, lanes, limits)))
        return {};
    auto p = begin_vector_pass(r, lane_kind::rows_nd, lanes, limits);
    p.change_vector().inner_batch = inner_batch(r);
    p.stages = choose_stages_of_all(r, limits, buffer_form::spread);
    if (p.stages.empty() || (p.stages.size() < 2 && p.vector().inner_batch == 1))
        return {};
    auto alone = r; // with no outer loops left
    alone.outer_loops.clear();
    bind_sides(p, alone, r.in, r.out, { -1, lanes });
    if (!is_packed(p))
        return {};
    return { p };
}

} // namespace gpufft
