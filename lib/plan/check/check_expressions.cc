/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_parts.h"

namespace gpufft {

namespace {

//! The lanes of a vector kernel know the place, or the row, of what they load.
bool lanes_take_load(const pass& p)
{
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
        return p.load.kind != transform_kind::c2r;
    case lane_kind::rows:
        return p.load.stored != element::planar;
    case lane_kind::columns:
        return p.columns.input_weight == 1 && p.twiddle_order == 1 && !p.convolves;
    default:
        return false;
    }
}

bool lanes_take_store(const pass& p)
{
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
        return p.store.kind != transform_kind::c2r;
    case lane_kind::rows:
        return p.store.stored == element::complex;
    case lane_kind::columns:
        return p.columns.output_weight == 1 && p.store.stored != element::real &&
               !p.convolves;
    default:
        return false;
    }
}

void check_form(const pass& p, bool is_load)
{
    const char* name = is_load ? "load" : "store";
    const bool are_samples = p.load.samples != sample_format::number;
    if (p.is_real() || p.store.power || (are_samples && (is_load || !p.is_vector())))
        refuse("codelets of reals, powers and samples have no {} expression", name);
    if (p.stages_rows())
        refuse("rows that are staged whole know no places for the {} expression; leave "
               "staged-input and staged-output out",
               name);
    if (p.is_vector() && !(is_load ? lanes_take_load(p) : lanes_take_store(p)))
        refuse("vectors with such lanes have no {} expression; a pointwise pass has",
               name);
}

} // namespace

void check_expressions(const pass& p)
{
    if (p.load.expression) {
        if (p.from == buffer_role::workspace)
            refuse(
                "the first pass reads the workspace, and the load expression is of the "
                "input");
        check_form(p, true);
    }
    if (p.store.expression) {
        if (p.to != buffer_role::output)
            refuse(
                "the last pass writes to the workspace, and the store expression makes "
                "the output");
        check_form(p, false);
    }
}

} // namespace gpufft
