/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_lanes.h"
#include "plan/request/refuse.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"

namespace gpufft {

void check_row_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.load.by != p.store.by || p.convolves != (p.load.by != convolution::none))
        refuse("where lanes are rows a pass convolves all of them, between its load and "
               "store operation");
    check_buffer_size(p, p.points());
    const bool has_reals = p.lanes_are(lane_kind::real_rows);
    const int numbers = numbers_of(p.load, p.store);
    auto together = p.convolves ? 1 : rows_of_a_lane(p.points(), p.lanes(), numbers);
    if (has_reals)
        together = real_rows_of_a_lane(p);
    if (p.convolves && numbers * d.caller_length < p.lanes())
        refuse("rows of {} points do not fill a vector", d.caller_length);
    if (p.columns.size != p.lanes() * together || (together > 1 && p.stages.size() > 1))
        refuse("where lanes are rows of {} points a tile has {} of them, and rows that "
               "do not fill a vector are a single stage",
               p.points(),
               p.lanes() * together);
    if (d.input_stride != 1 || d.output_stride != 1 || d.input_step != 1 ||
        d.output_step != 1)
        refuse("where lanes are rows their elements are neighbours in input and output");
    const bool may_rotate =
        !has_reals && (!p.convolves || p.load.by == convolution::rader);
    if ((d.is_rotated() && !may_rotate) || (p.convolves && p.load.windowed))
        refuse(
            "rows of reals and those that convolve but by Rader's are not rotated, and "
            "no window is for those that convolve");
}

void check_nd_row_lanes(const pass& p)
{
    check_whole_dimensions(p);
    if (p.columns.size != p.lanes() ||
        (p.stages.size() < 2 && p.vector().inner_batch == 1))
        refuse("where lanes are N-d rows there are {}, of two stages or inner "
               "columns at least",
               p.lanes());
    if (p.convolves || p.load.by != convolution::none || p.store.by != convolution::none)
        refuse("lanes that are N-d rows do not convolve");
    if (rows_of_a_lane(p.points(), p.lanes(), numbers_of(p.load, p.store)) > 1)
        refuse("N-d rows of {} points do not fill a vector", p.points());
    check_buffer_size(
        p, p.points(), most_row_vectors(p.lanes(), p.number, MOST_ROW_STACK_BYTES));
}

} // namespace gpufft
