/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_vectors.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/pass_io_view.h"
#include "plan/request/refuse.h"
#include "plan/simd/lane_kinds.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int MOST_WORKGROUPS = 1 << 16;
constexpr int MOST_DOUBLES = 8; // in a vector

//! Two reals make an inner point.
bool is_pairs(const load_operation& load)
{
    return load.kind == transform_kind::r2c && load.is_half &&
           load.stored == element::real && !load.swap_parts &&
           load.by == convolution::none;
}

void check_workspace(const pass& p, std::int64_t vectors, std::int64_t most)
{
    if (vectors > most)
        refuse("{} vectors of {} lanes are too many for a work-item", vectors, p.lanes());
}

void check_workspace(const pass& p, std::int64_t vectors)
{
    check_workspace(p, vectors, most_buffer_vectors(p));
}

//! Cache sizes are such as a processor may have, so that the kernel's numbers stay within
//! bounds.
void check_caches(const vector_kernel& k)
{
    constexpr std::int64_t LEAST = 4 * 1024, MOST = std::int64_t(1) << 30;
    if (k.l1_bytes < LEAST || k.l2_bytes < k.l1_bytes || k.l2_bytes > MOST)
        refuse("l1-bytes={} l2-bytes={}: {} .. l2-bytes and l1-bytes .. {}",
               k.l1_bytes,
               k.l2_bytes,
               LEAST,
               MOST);
}

void check_form(const pass& p)
{
    check_caches(p.vector());
    if (p.lanes() != 4 && p.lanes() != 8 && p.lanes() != 16)
        refuse("lanes must be 4, 8 or 16, got {}", p.lanes());
    if (p.vector().workgroups < 1 || p.vector().workgroups > MOST_WORKGROUPS)
        refuse(
            "workgroups must be 1 .. {}, got {}", MOST_WORKGROUPS, p.vector().workgroups);
    if (p.number == precision::float64 && p.lanes() > MOST_DOUBLES)
        refuse("lanes must be 4 or 8 in float64, got {}", p.lanes());
    const bool loads = vectors_copy(p.load) || (is_pairs(p.load) && !p.is_across());
    if (p.lanes_are(lane_kind::real_rows) || p.lanes_are(lane_kind::real_columns)) {
        if (p.points() !=
            dft_length(p.load.kind, p.load.is_half, p.dimensions[0].caller_length))
            refuse("lanes of {} reals do not have an inner DFT of {} points",
                   p.dimensions[0].caller_length,
                   p.points());
    } else if (stores_bins(p)) {
        if (!is_pairs(p.load) || p.dimensions[0].output_rotation ||
            p.dimensions[0].caller_length != 2 * p.points())
            refuse(
                "lanes of points store bins of pairs of reals, {} of them, not rotated",
                2 * p.points());
    } else if (loads_bins(p)) {
        if (p.dimensions[0].is_rotated() || p.load.windowed ||
            p.dimensions[0].caller_length != 2 * p.points())
            refuse("lanes of points load bins of {} reals, neither windowed nor rotated",
                   2 * p.points());
    } else if (!loads || !vectors_copy(p.store) || p.store.stored == element::real)
        refuse("vectors load complex or real numbers and store complex ones");
    for (const auto& s : p.stages) {
        const bool has_source = &s == &p.stages.front() && has_tile_twiddles(p);
        if (s.per_item != 1 || (s.twiddles != twiddle_source::full && !has_source))
            refuse("stages over vectors have one butterfly per item, and twiddle sources "
                   "just the first "
                   "one where lanes are points of a row");
    }
}

//! Checks lanes that are points of one row: length = lanes times vectors.
void check_point_lanes(const pass& p)
{
    if (p.columns.extent)
        refuse("column-extent={} is for lanes that are columns", p.columns.extent);
    const auto& d = p.dimensions[0];
    const auto points = p.points() / p.lanes();
    if (p.convolves || p.load.by != convolution::none || p.store.by != convolution::none)
        refuse("lanes that are points do not convolve");
    if (p.stages[0].radix != p.lanes() || points < p.lanes() || !p.grid.empty() ||
        p.columns.size != 1)
        refuse("where lanes are points the first radix is their number, {} of the points "
               "follow, and rows stand alone",
               p.lanes());
    if (d.input_stride != 1 || d.output_stride != 1 || d.input_step != 1 ||
        d.output_step != 1)
        refuse("where lanes are points they are neighbours in input and output");
    if (d.input_rotation % points || d.output_rotation % p.lanes())
        refuse("a rotation by {} at the input and {} at the output would cut a vector",
               d.input_rotation,
               d.output_rotation);
    check_workspace(
        p, points, most_row_vectors(p.lanes(), p.number, MOST_ROW_STACK_BYTES));
}

bool is_turned(const pass& p)
{
    return std::any_of(p.dimensions.begin(), p.dimensions.end(), [](const auto& d) {
        return d.is_rotated();
    });
}

//! The stages go through the dimensions in order, and cover each dimension.
bool covers_dimensions(const pass& p)
{
    std::size_t i = 0;
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        std::int64_t rest = p.dimensions[d].length;
        for (; i < p.stages.size() && p.stages[i].dimension == static_cast<int>(d); ++i) {
            if (rest % p.stages[i].radix)
                return false;
            rest /= p.stages[i].radix;
        }
        if (rest != 1)
            return false;
    }
    return i == p.stages.size();
}

//! Checks several dimensions, all in one pass.
void check_whole_dimensions(const pass& p)
{
    if (!is_packed(p) || p.twiddle_order > 1)
        refuse("vectors take several dimensions whose points follow one another");
    if (!covers_dimensions(p))
        refuse("the stages are not those of the whole dimensions, in order");
    if (p.load.kind != transform_kind::c2c || p.store.kind != transform_kind::c2c ||
        p.load.windowed)
        refuse("vectors take several dimensions of a complex transform without a window");
}

//! Checks lanes that are points of the last of several dimensions.
void check_vector_dimensions(const pass& p)
{
    check_whole_dimensions(p);
    const auto last = p.dimensions.back().length;
    if (!p.grid.empty() || p.columns.size != 1)
        refuse("vectors take several dimensions in rows that stand alone");
    if (last % p.lanes() || p.points() / last % p.lanes())
        refuse("{} points of the last dimension, and {} rows of them, are not both a "
               "multiple of {} lanes",
               last,
               p.points() / last,
               p.lanes());
    if (!keeps_vectors_whole(p))
        refuse("a rotation of the last dimension by {} at the input and {} at the output "
               "would cut a vector or a line of the caches",
               p.dimensions.back().input_rotation,
               p.dimensions.back().output_rotation);
    check_workspace(p, p.points() / p.lanes());
}

//! Checks lanes that are N-d rows.
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
    check_workspace(
        p, p.points(), most_row_vectors(p.lanes(), p.number, MOST_ROW_STACK_BYTES));
}

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

//! Checks lanes that are columns of N-d rows, whose outputs follow one another.
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
    check_workspace(p, p.points());
}

//! Checks lanes that are columns, convolved from load to store.
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
    check_workspace(p, p.points());
}

//! Checks lanes that are columns of reals; the last tile may have fewer.
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
    check_workspace(p, row_slots(p));
}

//! Checks lanes that are columns.
void check_column_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.columns.size != p.lanes() || p.grid.empty() ||
        (p.columns.output_weight != 1 && !p.convolves))
        refuse("where lanes are columns they are {}, neighbours at the output",
               p.lanes());
    check_workspace(p, p.points());
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

//! Checks lanes that are rows, or several short rows each.
void check_row_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.load.by != p.store.by || p.convolves != (p.load.by != convolution::none))
        refuse("where lanes are rows a pass convolves all of them, between its load and "
               "store operation");
    check_workspace(p, p.points());
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

//! Checks that dimensions, columns and load and store operations suit the kind of lanes.
void check_lanes(const pass& p)
{
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
        return check_point_lanes(p);
    case lane_kind::row_points_nd:
        return check_vector_dimensions(p);
    case lane_kind::rows:
    case lane_kind::real_rows:
        return check_row_lanes(p);
    case lane_kind::rows_nd:
        return check_nd_row_lanes(p);
    case lane_kind::columns:
        return check_column_lanes(p);
    case lane_kind::real_columns:
        return check_real_column_lanes(p);
    case lane_kind::convolved_columns:
        return check_convolved_columns(p);
    case lane_kind::columns_nd:
        return check_nd_row_columns(p);
    }
}

} // namespace

void check_vectors(const pass& p)
{
    check_form(p);
    if (p.vector().nt_store_rows < 0 || (p.vector().nt_store_rows && !may_stream(p)))
        refuse("nt-store-rows={}: 0, or more where all vectors of a tile are stored at "
               "whole vectors from its first, or its rows fill a run without gaps",
               p.vector().nt_store_rows);
    if (p.vector().prefetch_distance < AUTO_PREFETCH ||
        p.vector().prefetch_distance > MOST_PREFETCHED ||
        (p.vector().prefetch_distance != AUTO_PREFETCH && !may_prefetch(p)))
        refuse("prefetch={}: 0 .. {} where inputs are complex points that are loaded "
               "as they lie, and convolve only where lanes are rows",
               p.vector().prefetch_distance,
               MOST_PREFETCHED);
    if (p.vector().inner_batch > 1 && !p.is_across())
        refuse("inner-batch={}: columns lie between points where lanes are rows or "
               "columns",
               p.vector().inner_batch);
    if (p.vector().lanes_are != lane_kind_of(p))
        refuse("the lanes are not what the dimensions, the grid and the load and store "
               "operations say");
    check_lanes(p);
    check_buffer(p);
}

} // namespace gpufft
