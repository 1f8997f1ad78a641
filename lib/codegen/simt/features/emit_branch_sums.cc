/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_branch_sums.h"
#include "codegen/simt/frames/point_loop.h"
#include "codegen/text/index_text.h"
#include "plan/ir/forms/branch_rows.h"

namespace gpufft::simt {

namespace {

//! Declares `n`, the point, `b`, its branch, and `first`, the first row of the workgroup
//! that takes it.
void emit_branch_and_row(simt_context& c)
{
    auto& w = c.w;
    const auto points = c.p.points();
    const auto branches = branches_of(c.p);
    const auto rows = rows_of_branch_items(c.p);
    w.line("const uint n = i % {};", points);
    if (branches == points) {
        w.put("const uint b = n;");
        w.line("const uint first = i / {} * {};", points, rows);
        return;
    }
    w.line("const uint b = n % {};", branches);
    w.put("// Rows take this part of the points and the others in turn.");
    w.line("const uint first = i / {} * {} + (n / {} + first_row + 1) % {};",
           points,
           rows,
           branches,
           points / branches);
}

//! Takes the values of rows, from the earliest on, and adds each to the samples that are
//! made of it.
void emit_sums(simt_context& c, std::int64_t from_row_to_row)
{
    const auto taps = c.p.store.branches->taps_per_branch;
    const auto between = c.p.store.branches->points_a_branch;
    for (std::int64_t v = 0; v < branch_values(c.p); ++v) {
        c.w.line("const {} v{} = place[{}];", c.complex(), v, v * from_row_to_row);
        for (int f = 0; f < c.p.workgroup().branch_rows; ++f) {
            const auto tap = f * between + taps - 1 - v;
            if (tap == taps - 1)
                c.w.line("{} sum{} = tap{} * v{};", c.complex(), f, tap, v);
            else if (tap >= 0 && tap < taps)
                c.w.line("sum{0} = sum{0} + tap{1} * v{2};", f, tap, v);
        }
    }
}

} // namespace

void emit_branch_sums(simt_context& c)
{
    auto& w = c.w;
    const auto& how = *c.p.store.branches;
    const auto branches = branches_of(c.p);
    w.line("// A work-item makes the samples of a branch in {} rows, of values in local "
           "memory.",
           c.p.workgroup().branch_rows);
    open_shared_points(c, branch_points(c.p));
    emit_branch_and_row(c);
    const auto weight = emit_place_of_point(c, c.layout.output_order, "first");
    w.line("{}const {}* tap = taps + b;", c.d.global, c.real());
    for (std::int64_t k = 0; k < how.taps_per_branch; ++k)
        w.line("const {} tap{} = tap[{}];", c.real(), k, k * branches);
    emit_sums(c, weight);
    w.line("const uint row = {} * group + first;", c.p.rows_of_group());
    w.line("const uint count = rows - {};", c.p.rows_before());
    w.line("{0}{1}* to = out + ({2})row * {3} + b;",
           c.d.global,
           c.complex(),
           c.d.wide_unsigned,
           branches);
    for (int f = 0; f < c.p.workgroup().branch_rows; ++f) {
        const auto rows = f * how.points_a_branch;
        w.line("if ({} < count)", offset_from("row", rows));
        w.line(c.p.store.swap_parts ? "    to[{}] = exchanged(sum{});"
                                    : "    to[{}] = sum{};",
               rows * branches,
               f);
    }
    w.close();
}

} // namespace gpufft::simt
