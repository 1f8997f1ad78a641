/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/branch_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/text/power_text.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

//! Rows from the first to behind the last that work-items of a workgroup share.
int rows_of_items(int points_a_branch) { return BRANCH_ROWS * points_a_branch; }

//! Declares `n`, the point, `b`, its branch, and `row`, the first one that takes it.
void put_place(helper_text& k, int points_a_branch)
{
    auto& w = k.w;
    const auto rows = rows_of_items(points_a_branch);
    w.put("const uint n = i % points;");
    if (points_a_branch == 1) {
        w.put("const uint b = n;");
        w.line("const uint row = i / points * {};", rows);
    } else {
        w.put("const uint b = n % branches;");
        w.put("// Rows take this half of the points and the other one in turn.");
        w.line("const uint row = i / points * {0} + (n / branches + first + 1) % {1};",
               rows,
               points_a_branch);
        w.put("if (row >= count)");
        w.put("    return;");
    }
}

//! Declares \p name, the value \p rows behind the row; 0 where none is there.
void put_later_value(helper_text& k, const std::string& name, int rows)
{
    k.w.line("float2 {};", name);
    k.w.line("{}.x = {}.y = 0;", name, name);
    k.w.line("if (row + {} < count)", rows);
    k.w.line("    {} = v[({}){} * points];", name, k.d.wide_unsigned, rows);
}

} // namespace

kernel_source generate_branch_sums(int points_a_branch, const dialect& d)
{
    const auto name = fmt::format("branch_sums_{}", points_a_branch);
    helper_text k(d, helper_kernel::branch_sums, name);
    k.describe({ "Filters the points of rows: each output is the sum of a branch's taps "
                 "times",
                 "the values of a point in as many rows. A work-item has outputs of "
                 "several",
                 "rows, through which it goes back in time, tap by tap." });
    const auto rows = rows_of_items(points_a_branch);
    k.open(
        { reads(d, "float2", "rows"),
          reads(d, "float", "taps"),
          writes(d, "float2", "out"),
          takes("uint", "branches"),
          takes("uint", "taps_per_branch"),
          takes("uint", "first"),
          takes("uint", "count") },
        "i",
        fmt::format("(count + {}) / {} * branches * {}", rows - 1, rows, points_a_branch),
        false);
    auto& w = k.w;
    w.line("const uint points = branches * {};", points_a_branch);
    put_place(k, points_a_branch);
    w.line("{}const float2* v = rows + ({})(row + taps_per_branch - 1) * points + n;",
           d.global,
           d.wide_unsigned);
    // The value of output f's tap comes in x{f P}. All move up by a row before each tap.
    const auto last = (BRANCH_ROWS - 1) * points_a_branch;
    w.put("float2 x0;");
    for (int i = 0; i < last; ++i)
        put_later_value(k, fmt::format("x{}", i + 1), i + 1);
    for (int f = 0; f < BRANCH_ROWS; ++f) {
        w.line("float2 sum{};", f);
        w.line("sum{0}.x = sum{0}.y = 0;", f);
    }
    w.put("x0 = *v;");
    w.open("for (uint k = 0;;)");
    w.line("const float tap = taps[({})k * branches + b];", d.wide_unsigned);
    for (int f = 0; f < BRANCH_ROWS; ++f) {
        w.line("sum{0}.x += tap * x{1}.x;", f, f * points_a_branch);
        w.line("sum{0}.y += tap * x{1}.y;", f, f * points_a_branch);
    }
    w.put("if (++k == taps_per_branch)");
    w.put("    break;");
    for (int i = last; i > 0; --i)
        w.line("x{} = x{};", i, i - 1);
    w.put("v -= points;");
    w.put("x0 = *v;");
    w.close();
    w.line("{}float2* y = out + ({})row * branches + b;", d.global, d.wide_unsigned);
    w.put("*y = sum0;");
    for (int f = 1; f < BRANCH_ROWS; ++f) {
        w.line("if (row + {} < count)", f * points_a_branch);
        w.line(
            "    y[({}){} * branches] = sum{};", d.wide_unsigned, f * points_a_branch, f);
    }
    return k.close(points_a_branch);
}

std::uint64_t
branch_groups(int points_a_branch, std::uint64_t branches, std::uint64_t rows)
{
    const auto p = static_cast<std::uint64_t>(points_a_branch);
    const auto in_item = static_cast<std::uint64_t>(rows_of_items(points_a_branch));
    return groups_for((rows + in_item - 1) / in_item * branches * p);
}

} // namespace gpufft
