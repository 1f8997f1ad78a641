/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/few_rows.h"
#include <gpufft/error.h>
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

// Up to here a workgroup is quick enough alone.
constexpr std::int64_t LONGEST_LONE_ROW = 8192;
// Rows of more points for each compute unit keep it busy.
constexpr std::int64_t POINTS_OF_A_UNIT = 4096;
// What makes passes of workgroups that hold a fourth of such a row at most.
constexpr std::int64_t LOCAL_MEMORY = 32 * 1024;

} // namespace

std::optional<few_rows_plan> choose_plan_for_few_rows(const plan& many)
{
    const auto& limits = many.limits;
    if (limits.is_cpu || many.passes.size() != 1)
        return std::nullopt;
    const auto& only = many.passes.front();
    if (only.points() <= LONGEST_LONE_ROW)
        return std::nullopt;
    const auto rows = POINTS_OF_A_UNIT * limits.compute_units / many.what.points();
    if (rows == 0)
        return std::nullopt;

    auto spread = limits;
    spread.local_memory_bytes = std::min(spread.local_memory_bytes, LOCAL_MEMORY);
    spread.max_cluster = 0;      // one row on few units again
    spread.architecture.clear(); // what is known was timed with many rows
    few_rows_plan few;
    try {
        few.made = choose_plan(many.what, spread);
    } catch (const plan_error&) {
        return std::nullopt; // it takes all that the device has
    }
    few.made.limits = limits;
    if (few.made.passes.size() != 2)
        return std::nullopt;
    few.rows = static_cast<std::uint32_t>(
        std::min<std::int64_t>(rows, std::numeric_limits<std::uint32_t>::max()));
    return few;
}

} // namespace gpufft
