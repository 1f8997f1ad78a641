/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/simd/vector_cost.h"
#include "plan/strategies/strategy.h"

/*!
 * Many rows in the SIMD form, with a lane for each row: blocks of neighbouring elements
 * of as many rows as lanes are transposed as they are loaded and stored, and between that
 * a row's points are vectors, so any length will do.
 */
namespace gpufft {

namespace {

//! A pass over rows in so many lanes; none where lanes do not take them.
std::vector<pass> rows_in(int lanes, const dft_problem& r, const device_limits& limits)
{
    const auto points = r.points();
    const auto stages = choose_vector_stages(points, limits);
    const auto together = rows_of_a_lane(points, lanes, numbers_of(r.load, r.store));
    if (lanes < 4 || stages.empty() ||
        points > most_buffer_vectors(lanes, r.number, limits) ||
        (together > 1 && stages.size() > 1))
        return {};
    auto p = begin_vector_pass(r, lane_kind::rows, lanes, limits);
    p.stages = stages;
    bind_sides(p, r, r.in, r.out, { -1, lanes * together });
    if (stages.size() == 1 && may_prefetch(p))
        p.change_vector().prefetch_distance =
            static_cast<int>(cpu_model_of(limits).prefetched_transpose_blocks);
    return { p };
}

} // namespace

std::vector<pass> make_vector_rows(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take_expressions(r, lane_kind::rows) ||
        r.load.by != convolution::none || r.store.by != convolution::none ||
        !r.outer_loops.empty() || r.in.strides[0] != 1 || r.out.strides[0] != 1)
        return {};
    auto whole = rows_in(widest_vector(r, limits), r, limits);
    const int native = native_vector(r, limits);
    // Rows too long for whole vectors are done in several passes of whole ones.
    if (whole.empty() || native == widest_vector(r, limits))
        return whole;
    return cheaper(std::move(whole), rows_in(native, r, limits), limits);
}

} // namespace gpufft
