/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/check/check_parts.h"
#include "plan/ir/pass_io_view.h"
#include "plan/ir/row_limit.h"
#include "plan/request/validate.h"

namespace gpufft {

namespace {

// Far more than any device has, and little enough to be multiplied by the columns of a
// tile, or by the bytes of an element.
constexpr std::int64_t MOST_ELEMENTS = std::int64_t(1) << 40;
constexpr int MOST_LANES = 16; // of any vector, and workgroups of a cluster

//! Checks strides and steps of the points.
void check_points(const pass& p)
{
    std::int64_t points = p.vector().inner_batch;
    for (const auto& s : p.stages)
        points = saturated_product(points, s.radix);
    check_count("the product of the radices", points, 1, MOST_TILE_POINTS);
    for (const auto& d : p.dimensions) {
        for (const auto* s : { &PASS_INPUT, &PASS_OUTPUT }) {
            check_count("a step", d.*s->step, 0, MOST_POINTS);
            check_count("a stride", d.*s->stride, 0, MAX_ROW_EXTENT);
        }
    }
}

void check_weights(const axis& a, bool are_rows)
{
    for (const auto* s : { &PASS_INPUT, &PASS_OUTPUT }) {
        check_count("the step of an axis", a.*s->axis_step, 0, MOST_POINTS);
        // An axis of rows has the distance between rows as its weight.
        if (!are_rows)
            check_count("the weight of an axis", a.*s->weight, 0, MOST_ELEMENTS);
    }
    check_count("the twiddle weight of an axis", a.twiddle_weight, 0, MOST_POINTS);
}

//! Checks the numbers that a kernel holds in 32 bits.
void check_launch(const pass& p)
{
    check_count("lanes", p.lanes(), 1, MOST_LANES);
    check_count("cluster", p.workgroup().cluster.size, 1, MOST_LANES);
    check_count("workgroups of a row", groups_of_row(p), 1, MOST_GROUPS);
    std::int64_t points = p.columns.size;
    for (const auto& a : p.grid)
        points = saturated_product(points, a.size);
    if (p.is_pointwise())
        check_count("points of a row", points, 1, MAX_ROW_EXTENT);
}

//! The workspace becomes as large as these products.
void check_workspace(const pass& p, const pass_io_view& s)
{
    if (p.*s.at != buffer_role::workspace)
        return;
    check_count("rows times their distance in the workspace",
                saturated_product(p.row_factor, p.*s.distance),
                1,
                MOST_ELEMENTS);
    check_count("an offset in the workspace", p.*s.offset, 0, MOST_ELEMENTS);
}

} // namespace

void check_numbers(const pass& p)
{
    check_count("inner-columns", p.vector().inner_batch, 1, MOST_TILE_POINTS);
    check_count(
        "columns", p.columns.size, 1, p.is_pointwise() ? MOST_POINTS : MOST_TILE_POINTS);
    check_points(p);
    check_weights(p.columns, p.columns_are_rows() && !p.is_pointwise());
    for (const auto& a : p.grid)
        check_weights(a, false);
    check_workspace(p, PASS_INPUT);
    check_workspace(p, PASS_OUTPUT);
    check_launch(p);
}

} // namespace gpufft
