/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/begin_vector_pass.h"
#include "plan/strategies/strategy.h"

/*!
 * One dimension among several of a real kind in the SIMD form: neighbouring columns are
 * the lanes, so that reals or bins at any distance are loaded as whole vectors, and
 * points k and -k of a column are in one lane as in real_rows.cc.
 */
namespace gpufft {

namespace {

//! The narrowest vector that holds all of a few columns, else the widest.
int lanes_for(std::int64_t columns, int widest)
{
    int lanes = widest;
    while (lanes > 4 && lanes / 2 >= columns)
        lanes /= 2;
    return lanes;
}

} // namespace

std::vector<pass> make_real_columns(const dft_problem& r, const device_limits& limits)
{
    if (!limits.is_cpu || r.dimensions.size() != 1 || r.load.windowed ||
        !real_rows_take(r.load, r.store) || r.dimensions[0].is_rotated())
        return {};
    const int other = neighbouring_other(r);
    if (other < 0)
        return {};
    const int most = lanes_for(r.outer_loops[other], widest_vector(r, limits));
    auto p = begin_vector_pass(r, lane_kind::real_columns, most, limits);
    p.stages = choose_vector_stages(r.points(), limits);
    while (p.lanes() >= 4 &&
           row_slots(p) > most_buffer_vectors(p.lanes(), r.number, limits))
        p.change_vector().lanes /= 2;
    if (p.stages.empty() || p.lanes() < 4)
        return {};
    bind_sides(p, r, r.in, r.out, { other, p.lanes() });
    return { p };
}

} // namespace gpufft
