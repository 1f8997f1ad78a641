/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/run_cost.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int LEAST_RUN = LEAST_COLUMNS * COLUMN_BYTES;
constexpr int LONG_RUN = MOST_COLUMNS * COLUMN_BYTES;
constexpr int LEAST_SHARED = 8; // bytes of a shared sector that a run fills at least

// Cost of a pass with runs of a sector each, in memory passes, near the measured one: see
// measurements.md, "Runs of a sector".
constexpr double SHORT_COST = 1.3;

} // namespace

double shared_sectors(std::int64_t bytes)
{
    // Runs that do not fill their sectors share the first and the last one with others.
    return bytes % SECTOR_BYTES
               ? (SECTOR_BYTES - LEAST_SHARED) / static_cast<double>(bytes)
               : 0;
}

double run_cost(std::int64_t bytes)
{
    const auto length = static_cast<double>(bytes);
    const double shared = shared_sectors(bytes);
    if (bytes < SECTOR_BYTES)
        return SHORT_COST * SECTOR_BYTES / length + shared;
    if (bytes < LEAST_RUN)
        return 1 + (SHORT_COST - 1) * (LEAST_RUN - length) / SECTOR_BYTES + shared;
    return 1 + shared + 0.05 * std::max(0.0, LONG_RUN - length) / LONG_RUN;
}

} // namespace gpufft
