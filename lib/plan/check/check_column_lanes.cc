/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_lanes.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/pass_io_view.h"
#include "plan/request/refuse.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Every address without the column's part is a multiple of the lanes.
bool has_aligned_columns(const pass& p, const pass_io_view& s)
{
    for (const auto& a : p.grid)
        if (a.size > 1 && a.*s.weight % p.lanes())
            return false;
    const auto& d = p.dimensions[0];
    return d.*s.step * (d.*s.stride) % p.lanes() == 0 && d.*s.rotation % p.lanes() == 0;
}

//! Columns of another dimension may be rotated as they are loaded or stored: the pass
//! takes the whole dimension, and every tile all of its columns.
bool turns_whole(const pass& p)
{
    return p.points() == p.dimensions[0].length && p.load.by == convolution::none &&
           p.store.by == convolution::none && !p.convolves && !leaves_columns_out(p);
}

//! An operation with a chirp has whole vectors of neighbouring points in its lanes.
void check_chirp(const pass& p, const pass_io_view& s)
{
    if (s.op(p).by == convolution::none)
        return;
    if (s.op(p).by == convolution::rader)
        refuse("Rader's points are in vectors where lanes are rows");
    const auto& d = p.dimensions[0];
    const bool is_apart = std::any_of(p.grid.begin(), p.grid.end(), [&](const axis& a) {
        return a.size > 1 && a.*s.axis_step % p.lanes();
    });
    if (p.convolves || p.columns.*s.axis_step != 1 || d.*s.stride != 1 ||
        d.*s.step % p.lanes() || is_apart)
        refuse("the {} operation multiplies vectors of {} neighbouring points by a "
               "chirp, and "
               "does not convolve",
               s.name,
               p.lanes());
}

//! Convolved columns lie apart on both sides, and the spectrum of each begins at a whole
//! vector.
void check_convolution(const pass& p)
{
    const auto& d = p.dimensions[0];
    const bool cuts_spectrum =
        std::any_of(p.grid.begin(), p.grid.end(), [&](const axis& a) {
            return a.size > 1 && a.twiddle_weight % p.lanes();
        });
    if (p.columns.input_weight == 1 || p.columns.output_weight == 1 ||
        d.input_step * d.input_stride != 1 || d.output_step * d.output_stride != 1 ||
        p.points() % (p.lanes() / 2) || p.columns.twiddle_weight != 1 || cuts_spectrum ||
        p.store.scaled)
        refuse("vectors convolve neighbouring points, a multiple of {}, of {} columns "
               "that lie apart and differ in K",
               p.lanes() / 2,
               p.lanes());
}

//! The last tile may begin with columns of the tile before.
bool may_overlap(const pass& p)
{
    const bool is_overwritten = p.in_place && !goes_elsewhere(p);
    const bool is_convolved =
        p.convolves || p.load.by != convolution::none || p.store.by != convolution::none;
    return p.columns.extent >= p.lanes() && (!is_overwritten || leaves_columns_out(p)) &&
           !(is_turned(p) && (p.columns.input_step || p.columns.output_step)) &&
           (!is_convolved || p.lanes_are(lane_kind::convolved_columns));
}

} // namespace

bool is_turned(const pass& p)
{
    return std::any_of(p.dimensions.begin(), p.dimensions.end(), [](const auto& d) {
        return d.is_rotated();
    });
}

void check_column_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.columns.size != p.lanes() || p.grid.empty() ||
        (p.columns.output_weight != 1 && !p.convolves))
        refuse("where lanes are columns they are {}, neighbours at the output",
               p.lanes());
    check_buffer_size(p, p.points());
    const auto cuts = [&](const pass_io_view& s) {
        return d.*s.rotation && s.op(p).by == convolution::none &&
               (p.columns.*s.axis_step ? !has_aligned_columns(p, s) : !turns_whole(p));
    };
    if (cuts(PASS_INPUT) || cuts(PASS_OUTPUT))
        refuse("a rotation would cut a vector, or is of points in several passes");
    check_chirp(p, PASS_INPUT);
    check_chirp(p, PASS_OUTPUT);
    if (p.convolves)
        check_convolution(p);
    if (p.columns.extent && !may_overlap(p))
        refuse(
            "column-extent={}: a tile that overlaps the one before has {} columns, is "
            "not rotated, and does not convolve; in place tiles come first in the grid",
            p.columns.extent,
            p.lanes());
    const bool is_plain = p.load.stored == element::complex && !p.load.windowed &&
                          !p.load.swap_parts && !d.input_rotation;
    if (!is_plain && (p.columns.input_weight != 1 || p.twiddle_order > 1))
        refuse("only whole vectors of columns without twiddles go through a load "
               "operation");
    if (p.load.windowed && d.input_stride != 1)
        refuse("a window is for points that are neighbours");
    if (p.columns.input_weight == 1)
        return;
    if (d.input_step * d.input_stride != 1 || p.points() < p.lanes() / 2)
        refuse("columns that lie apart have neighbouring points, {} at least",
               p.lanes() / 2);
}

void check_real_column_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.columns.size != p.lanes() || p.columns.input_weight != 1 ||
        p.columns.output_weight != 1)
        refuse("where lanes are columns of reals they are {}, neighbours in input and "
               "output",
               p.lanes());
    if (d.input_step != 1 || d.output_step != 1 || p.twiddle_order > 1 || p.convolves ||
        d.is_rotated())
        refuse("where lanes are columns of reals a pass takes all of a column, and "
               "neither rotates nor convolves it");
    check_buffer_size(p, row_slots(p));
}

void check_convolved_columns(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.columns.size != p.lanes() || p.columns.input_weight != 1 ||
        p.columns.output_weight != 1 || p.columns.twiddle_weight)
        refuse("where lanes are columns that are convolved they are {}, neighbours in "
               "input and output, of the same K",
               p.lanes());
    const bool may_rotate = p.load.by == convolution::rader;
    if (d.input_step != 1 || d.output_step != 1 || p.twiddle_order > 1 ||
        (is_turned(p) && !may_rotate) || p.load.windowed)
        refuse("where lanes are columns that are convolved a pass takes all of a column, "
               "without window, and rotates it by Rader's alone");
    if (p.columns.extent && !may_overlap(p))
        refuse(
            "column-extent={}: a tile that overlaps the one before has {} columns, and "
            "in place tiles come first in the grid",
            p.columns.extent,
            p.lanes());
    check_buffer_size(p, p.points());
}

void check_nd_row_columns(const pass& p)
{
    if (!covers_dimensions(p))
        refuse("the stages are not those of the whole dimensions, in order");
    auto in = p.vector().inner_batch, out = p.vector().inner_batch;
    for (auto d = p.dimensions.size(); d-- > 0;) {
        const auto& along = p.dimensions[d];
        const bool is_first = d == 0;
        if (along.input_stride != in || (!is_first && along.output_stride != out) ||
            along.input_step != 1 || along.output_step != 1)
            refuse("where lanes are columns of N-d rows the points of each dimension "
                   "follow those of the one after it");
        in *= along.length;
        if (!is_first)
            out *= along.length;
    }
    const auto& d = p.dimensions.front();
    if (p.columns.size != p.lanes() || p.columns.output_weight != out ||
        d.output_stride < out * p.lanes() || p.points() < p.lanes() / 2)
        refuse("columns of N-d rows are {}, of {} points at least, and their outputs lie "
               "in turn, {} elements each",
               p.lanes(),
               p.lanes() / 2,
               out);
    const bool is_plain =
        p.load.kind == transform_kind::c2c && p.store.kind == transform_kind::c2c &&
        p.load.by == convolution::none && p.store.by == convolution::none && !p.convolves;
    if (!is_plain || p.load.stored != element::complex || p.load.windowed ||
        p.load.swap_parts || p.store.stored != element::complex || is_turned(p))
        refuse("columns of N-d rows are complex in input and output, and neither "
               "windowed nor "
               "rotated");
    if (p.columns.extent && !may_overlap(p))
        refuse("column-extent={}: a tile that overlaps the one before has {} columns, "
               "and is not stored in place",
               p.columns.extent,
               p.lanes());
    check_buffer_size(p, p.points());
}

} // namespace gpufft
