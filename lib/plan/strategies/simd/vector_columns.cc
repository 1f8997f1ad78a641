/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"

/*!
 * One dimension among several in the SIMD form: neighbouring columns are the lanes, so
 * points at any distance are loaded as whole vectors.
 */
namespace gpufft {

std::vector<pass> make_vector_columns(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take_expressions(r, lane_kind::columns) ||
        r.load.windowed || !is_covered(r.points()))
        return {};
    const int other = neighbouring_other(r);
    if (other < 0)
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        // The last tile may overlap the one before.
        if (r.outer_loops[other] < lanes ||
            r.points() > most_buffer_vectors(lanes, r.number, limits))
            continue;
        auto p = begin_vector_pass(r, lane_kind::columns, lanes, limits);
        p.stages = choose_vector_stages(r.points(), limits);
        if (p.stages.empty())
            return {};
        bind_sides(p, r, r.in, r.out, { other, lanes });
        // Points that one tile leaves to another are stored in order.
        if (!(p.dimensions[0].is_rotated() && leaves_columns_out(p)))
            return { p };
    }
    return {};
}

} // namespace gpufft
