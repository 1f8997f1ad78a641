/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/pass.h"
#include <algorithm>

namespace gpufft {

std::int64_t pass::points() const
{
    std::int64_t product = 1;
    for (const auto& s : stages)
        product *= s.radix;
    return product;
}

int pass::points_held(std::size_t i) const { return stages[i].radix * stages[i].fill; }

int pass::active_items(std::size_t i) const
{
    return static_cast<int>(points() * columns.size / points_held(i));
}

int pass::work_items() const
{
    if (form == kernel_form::simd)
        return 1;
    int most = 1;
    for (std::size_t i = 0; i < stages.size(); ++i)
        most = std::max(most, active_items(i));
    return most;
}

std::uint64_t pass::tiles(std::uint64_t rows) const
{
    if (columns_are_rows()) {
        const auto size = static_cast<std::uint64_t>(columns.size);
        return (rows + size - 1) / size;
    }
    std::uint64_t product = rows;
    for (const auto& a : grid)
        product *= static_cast<std::uint64_t>(a.size);
    return product;
}

std::uint64_t pass::groups(std::uint64_t rows) const
{
    if (form == kernel_form::simd)
        return std::min<std::uint64_t>(tiles(rows), workers);
    return tiles(rows);
}

bool pass::uses_local_memory() const
{
    if (form == kernel_form::simd)
        return false;
    return stages.size() > 1 || staged_input || staged_output;
}

} // namespace gpufft
