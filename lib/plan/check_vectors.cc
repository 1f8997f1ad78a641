/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check_vectors.h"
#include "plan/pass_side.h"
#include "plan/refuse.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

constexpr int MOST_WORKERS = 1 << 16;

bool is_copy(const end_operation& e)
{
    return e.kind == transform_kind::c2c && e.stored != element::planar &&
           !e.is_float16 && e.by == convolution::none;
}

//! Reals two to a point.
bool is_pairs(const load_operation& load)
{
    return load.kind == transform_kind::r2c && load.is_half &&
           load.stored == element::real && !load.is_float16 && !load.swap_parts &&
           load.by == convolution::none;
}

void check_form(const pass& p)
{
    if (p.lanes != 4 && p.lanes != 8 && p.lanes != 16)
        refuse("lanes must be 4, 8 or 16, got {}", p.lanes);
    if (p.workers < 1 || p.workers > MOST_WORKERS)
        refuse("workers must be 1 .. {}, got {}", MOST_WORKERS, p.workers);
    if (p.number != precision::float32 || p.dimensions.size() != 1 || p.is_pointwise ||
        p.convolves || p.column_extent)
        refuse("vectors take one dimension in float32, without a convolution, and whole "
               "tiles");
    if (p.exchange_parts == exchange::split || p.staged_input || p.staged_output ||
        !p.padding.empty() || p.low_columns)
        refuse("vectors exchange nothing, so nothing is split, staged or padded");
    const bool loads = is_copy(p.load) || (is_pairs(p.load) && !p.lanes_are_columns);
    if (!loads || !is_copy(p.store) || p.store.stored != element::complex)
        refuse("vectors load complex or real numbers and store complex ones");
    for (const auto& s : p.stages) {
        if (s.fill != 1 || s.twiddles != twiddle_source::full)
            refuse("stages over vectors have neither fills nor twiddle sources");
    }
}

//! A row in vectors of its own: length = lanes times points.
void check_point_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    const auto points = p.points() / p.lanes;
    if (p.stages[0].radix != p.lanes || points < p.lanes || !p.grid.empty() ||
        p.columns.size != 1)
        refuse("where lanes are points the first radix is their number, {} of the points "
               "follow, and rows stand alone",
               p.lanes);
    if (d.input_stride != 1 || d.output_stride != 1 || d.input_step != 1 ||
        d.output_step != 1)
        refuse("where lanes are points they are neighbours at both ends");
    if (d.input_rotation % points || d.output_rotation % p.lanes)
        refuse("a rotation by {} at the input and {} at the output would cut a vector",
               d.input_rotation,
               d.output_rotation);
    if (points > most_scratch_vectors(p.lanes))
        refuse("{} vectors of {} lanes are too many for a work-item", points, p.lanes);
}

//! Every address is a multiple of the lanes but for the column.
bool keeps_vectors_whole(const pass& p, const pass_side& s)
{
    for (const auto& a : p.grid)
        if (a.size > 1 && a.*s.weight % p.lanes)
            return false;
    const auto& d = p.dimensions[0];
    return d.*s.step * (d.*s.stride) % p.lanes == 0 && d.*s.rotation % p.lanes == 0;
}

//! A lane a column.
void check_column_lanes(const pass& p)
{
    const auto& d = p.dimensions[0];
    if (p.columns.size != p.lanes || p.grid.empty() || p.columns.output_weight != 1)
        refuse("where lanes are columns they are {}, neighbours at the output", p.lanes);
    if (p.points() > most_scratch_vectors(p.lanes))
        refuse(
            "{} vectors of {} lanes are too many for a work-item", p.points(), p.lanes);
    if ((d.input_rotation && !keeps_vectors_whole(p, PASS_INPUT)) ||
        (d.output_rotation && !keeps_vectors_whole(p, PASS_OUTPUT)))
        refuse("a rotation would cut a vector");
    const bool is_plain = p.load.stored == element::complex && !p.load.windowed &&
                          !p.load.swap_parts && !d.input_rotation;
    if (!is_plain && (p.columns.input_weight != 1 || p.twiddle_order > 1))
        refuse("only whole vectors of columns without twiddles go through a load "
               "operation");
    if (p.load.windowed && d.input_stride != 1)
        refuse("a window is for points that are neighbours");
    if (p.columns.input_weight == 1)
        return;
    if (d.input_step * d.input_stride != 1 || p.points() % (p.lanes / 2))
        refuse("columns that lie apart have neighbouring points, a multiple of {}",
               p.lanes / 2);
}

} // namespace

void check_vectors(const pass& p)
{
    check_form(p);
    if (p.lanes_are_columns)
        check_column_lanes(p);
    else
        check_point_lanes(p);
}

} // namespace gpufft
