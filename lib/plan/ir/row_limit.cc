/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "math/divided_up.h"
#include "plan/ir/row_limit.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_ROWS = std::numeric_limits<std::uint32_t>::max();

//! Its tiles are of rows, which go on from one row of the transform to the next.
bool is_of_rows(const pass& p) { return p.columns_are_rows() && !p.is_pointwise(); }

} // namespace

std::int64_t groups_of_row(const pass& p)
{
    const auto rows = saturated_product(p.row_factor, p.workgroup().cluster.size);
    if (is_of_rows(p))
        return divided_up(rows, p.columns.size);
    std::int64_t of_grid = 1;
    for (const auto& a : p.grid)
        of_grid = saturated_product(of_grid, a.size);
    if (p.is_pointwise())
        of_grid = divided_up(saturated_product(of_grid, p.columns.size) / p.lanes(),
                             p.work_items());
    return saturated_product(rows, of_grid);
}

std::int64_t most_rows(const pass& p)
{
    const auto counted = MOST_ROWS / p.row_factor;
    const auto launched = is_of_rows(p) ? MOST_GROUPS / p.workgroup().cluster.size *
                                              p.columns.size / p.row_factor
                                        : MOST_GROUPS / groups_of_row(p);
    return std::min(counted, launched);
}

} // namespace gpufft
