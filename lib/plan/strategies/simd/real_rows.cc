/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"

/*!
 * Rows of reals in input, output or both, in the SIMD form: a lane for each row of the
 * batch, or for several very short ones. Bins k and -k of a row are in one lane, so load
 * and store operations are plain arithmetic between vectors.
 */
namespace gpufft {

std::vector<pass> make_real_rows(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || r.dimensions.size() != 1 || !real_rows_take(r.load, r.store) ||
        !r.outer_loops.empty() || r.in.strides[0] != 1 || r.out.strides[0] != 1)
        return {};
    auto p = begin_vector_pass(r, lane_kind::real_rows, widest_vector(r, limits), limits);
    p.stages = choose_vector_stages(r.points(), limits);
    if (p.stages.empty())
        return {};
    for (; p.lanes() >= 4; p.change_vector().lanes /= 2) {
        if (row_slots(p) > most_buffer_vectors(p.lanes(), r.number, limits))
            continue;
        const auto together = real_rows_of_a_lane(p);
        if (together > 1 && p.stages.size() > 1)
            continue;
        bind_sides(p, r, r.in, r.out, { -1, p.lanes() * together });
        return { p };
    }
    return {};
}

} // namespace gpufft
