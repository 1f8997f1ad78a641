/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/memory_cost.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr double POINT_REGISTERS = 3.6; // of a work-item for each of its points
constexpr double ONE_SIDE = 0.5;        // of a pass, that loads or stores

} // namespace

bool has_plenty(const device_limits& limits)
{
    return limits.local_memory_bytes >= 96 * 1024;
}

std::int64_t
most_points(std::int64_t columns, precision number, const device_limits& limits)
{
    // An eighth is left for padding. Real and imaginary parts may be exchanged one after
    // the other on devices with little local memory.
    const auto bytes = point_bytes(number);
    return limits.local_memory_bytes * 7 / 8 / (has_plenty(limits) ? bytes : bytes / 2) /
           columns;
}

double loss_of_runs(std::int64_t columns, const point_spacing& side)
{
    return ONE_SIDE * side.share * (run_cost(columns * side.bytes) - 1);
}

double memory_cost(std::int64_t points,
                   std::int64_t columns,
                   const point_spacing& load,
                   const point_spacing& store,
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
    return 1 + loss_of_runs(columns, load) + loss_of_runs(columns, store) +
           (is_alone ? ALONE_COST : 0);
}

double memory_cost(std::int64_t points,
                   std::int64_t columns,
                   precision number,
                   const device_limits& limits)
{
    const auto plain = spacing_of({}, number);
    return memory_cost(points, columns, plain, plain, number, limits);
}

std::int64_t columns_for(std::int64_t points,
                         std::int64_t extent,
                         precision number,
                         const device_limits& limits)
{
    const auto plain = spacing_of({}, number);
    return ranked_columns(points, plain, plain, number, limits).count_for(extent);
}

ranked_columns::ranked_columns(std::int64_t points,
                               const point_spacing& load,
                               const point_spacing& store,
                               precision number,
                               const device_limits& limits)
{
    // Also longer runs than needed, where shorter ones would share their sectors.
    const auto most = std::clamp<std::int64_t>(
        most_points(1, number, limits) / points, 1, 2 * MOST_COLUMNS);
    d_all.reserve(static_cast<std::size_t>(most));
    for (std::int64_t c = 2; c <= most; ++c)
        d_all.push_back({ c, memory_cost(points, c, load, store, number, limits) });
    d_all.push_back(
        { 1, memory_cost(points, 1, load, store, number, limits) }); // if all else fails
    std::stable_sort(d_all.begin(), d_all.end(), [](const auto& a, const auto& b) {
        return a.cost < b.cost;
    });
}

const ranked_columns::ranked& ranked_columns::first_for(std::int64_t extent) const
{
    return *std::find_if(d_all.begin(), d_all.end(), [extent](const ranked& one) {
        return extent % one.count == 0;
    });
}

} // namespace gpufft
