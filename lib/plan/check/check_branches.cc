/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/check/check_parts.h"
#include "plan/ir/forms/branch_rows.h"

namespace gpufft {

void check_branches(const plan& whole, const pass& p)
{
    const auto& branches = p.store.branches;
    const auto rows = p.workgroup().branch_rows;
    if (!branches) {
        if (rows)
            refuse("branch-rows={} is for a store operation that adds up branches, such "
                   "as store=c2c.branches12",
                   rows);
        return;
    }
    if (whole.passes.size() != 1 || !suits_branch_sums(p) ||
        !p.workgroup().staged_output || p.workgroup().paired_output)
        refuse("branches are added up by the only pass of a c2c of one dimension in "
               "float32, staged-output, by work-items: plain complex rows, neither "
               "windowed, rotated, scaled nor in place, no split, cluster or "
               "constant-geometry");
    check_count("points a branch", branches->points_a_branch, 1, MOST_POINTS_A_BRANCH);
    if (p.points() % branches->points_a_branch)
        refuse("{} points a branch do not divide the {} of a row",
               branches->points_a_branch,
               p.points());
    check_count("taps a branch", branches->taps_per_branch, 1, p.columns.size);
    check_count("branch-rows", rows, 1, MOST_BRANCH_ROWS);
    check_count("terms of branches: branch-rows times taps a branch",
                saturated_product(rows, branches->taps_per_branch),
                1,
                MOST_BRANCH_TERMS);
    const auto together = rows_of_branch_items(p);
    if (p.rows_of_group() % together)
        refuse("a workgroup of {} rows has samples of {}, since {} are those before the "
               "first: they must be a multiple of {}, which is branch-rows times points "
               "a branch",
               p.columns.size,
               p.rows_of_group(),
               p.rows_before(),
               together);
}

} // namespace gpufft
