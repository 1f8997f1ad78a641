/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategy.h"
#include "plan/tile_columns.h"
#include "plan/trip_cost.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr double POINT_REGISTERS = 3.6; // of a work-item for each of its points

} // namespace

bool has_plenty(const device_limits& limits)
{
    return limits.local_memory_bytes >= 96 * 1024;
}

std::int64_t
most_points(std::int64_t columns, precision number, const device_limits& limits)
{
    // An eighth is left for padding. Real and imaginary parts may go one by one on
    // devices with little.
    const auto bytes = point_bytes(number);
    return limits.local_memory_bytes * 7 / 8 / (has_plenty(limits) ? bytes : bytes / 2) /
           columns;
}

double trip_cost(std::int64_t points,
                 std::int64_t columns,
                 precision number,
                 const device_limits& limits)
{
    // Nothing loads while a group computes that has the local memory, or the
    // registers, to itself.
    const auto bytes = points * columns * point_bytes(number);
    const auto registers = POINT_REGISTERS * static_cast<double>(points * columns);
    const bool is_alone =
        (has_plenty(limits) && bytes > limits.local_memory_bytes * 7 / 16) ||
        (limits.workgroup_registers && 2 * registers > limits.workgroup_registers);
    return run_cost(columns) + (is_alone ? ALONE_COST : 0);
}

std::int64_t columns_for(std::int64_t points,
                         std::int64_t extent,
                         precision number,
                         const device_limits& limits)
{
    // Longer runs than needed where shorter ones would share their sectors.
    std::int64_t best = 1;
    for (std::int64_t c = std::min<std::int64_t>(2 * MOST_COLUMNS, extent); c > 1; --c) {
        if (extent % c == 0 && points <= most_points(c, number, limits) &&
            trip_cost(points, c, number, limits) <=
                trip_cost(points, best, number, limits))
            best = c;
    }
    return best;
}

} // namespace gpufft
