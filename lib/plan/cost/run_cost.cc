/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/run_cost.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int SECTOR_COLUMNS = 4;

// Cost of a pass with runs of a sector each, in memory passes, near the measured one: see
// measurements.md, "Runs of a sector".
constexpr double SHORT_COST = 1.3;

} // namespace

double shared_sectors(std::int64_t columns)
{
    // Memory moves in sectors of 32 bytes; runs that do not fill theirs share the first
    // and the last one with others.
    return columns % SECTOR_COLUMNS ? (SECTOR_COLUMNS - 1) / static_cast<double>(columns)
                                    : 0;
}

double run_cost(std::int64_t columns)
{
    const auto count = static_cast<double>(columns);
    const double shared = shared_sectors(columns);
    if (columns < SECTOR_COLUMNS)
        return SHORT_COST * SECTOR_COLUMNS / count + shared;
    if (columns < LEAST_COLUMNS)
        return 1 + (SHORT_COST - 1) * (LEAST_COLUMNS - count) / SECTOR_COLUMNS + shared;
    return 1 + shared + 0.05 * std::max(0.0, MOST_COLUMNS - count) / MOST_COLUMNS;
}

} // namespace gpufft
