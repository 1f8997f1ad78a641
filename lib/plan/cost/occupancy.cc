/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t LOCAL_OVERHEAD_BYTES = 1024; // that the device adds to a workgroup
constexpr int OTHER_REGISTERS = 24;   // than those of the points: roots, addresses
constexpr int MOST_REGISTERS = 255;   // of a work-item in any case: that is no cap
constexpr int MOST_WORK_ITEMS = 2048; // of a compute unit
constexpr int MOST_GROUPS = 32;

// Prices in memory passes, fitted to timed plans: see measurements.md, "Splits by what
// their passes cost".
constexpr double IDLE_COST = 0.25;  // of a stage in which nobody works
constexpr double MORE_STAGES = 0.1; // of a stage beyond so few, twice where alone
constexpr int FEW_STAGES = 2;
constexpr double ALONE_ON_UNIT = 0.25; // of a workgroup that has a compute unit to itself
constexpr double WAITING_COST = 0.3;   // where half of BYTES_IN_FLIGHT are on their way
constexpr double BYTES_IN_FLIGHT = 48 * 1024; // of a compute unit, that keep memory busy

//! Cost of a pass with so many bytes on their way in a compute unit.
double cost_of_waiting(double in_flight)
{
    return WAITING_COST * std::max(0.0, BYTES_IN_FLIGHT / in_flight - 1);
}

} // namespace

int whole_subgroups(const pass& p, const device_limits& limits)
{
    const int together = std::max(1, limits.subgroup);
    return (p.launched_items() + together - 1) / together * together;
}

int needed_registers(const pass& p)
{
    return (p.number == precision::float64 ? 4 : 2) * p.points_per_item() +
           OTHER_REGISTERS;
}

std::int64_t resident_groups(const pass& p, const device_limits& limits)
{
    const int items = whole_subgroups(p, limits);
    const auto by_memory =
        limits.local_memory_bytes / (local_memory_bytes(p) + LOCAL_OVERHEAD_BYTES);
    auto groups = std::min<std::int64_t>(
        { by_memory, MOST_GROUPS, std::int64_t(MOST_WORK_ITEMS / items) });
    if (limits.workgroup_registers)
        groups = std::min<std::int64_t>(
            groups,
            limits.workgroup_registers /
                (items *
                 registers_for(p, p.workgroup().paired_output, p.points_per_item())));
    return std::max<std::int64_t>(groups, 1);
}

double cost_of_small_groups(std::int64_t points, precision number)
{
    return cost_of_waiting(
        static_cast<double>(MOST_GROUPS * points * point_bytes(number)));
}

double occupancy_cost(const pass& p, const device_limits& limits)
{
    if (limits.is_cpu || !p.is_workgroup())
        return 0;
    const int items = whole_subgroups(p, limits);
    double idle = 0;
    for (std::size_t i = 0; i < p.steps(); ++i)
        idle += 1 - static_cast<double>(p.active_items(i)) / items;
    if (!has_plenty(limits)) // nor has the rest been measured
        return IDLE_COST * idle;
    const auto groups = resident_groups(p, limits);
    const auto in_flight =
        static_cast<double>(groups * p.columns.size * p.points() * point_bytes(p.number));
    const auto more = std::max(static_cast<int>(p.stages.size()) - FEW_STAGES, 0);
    return IDLE_COST * idle +
           (groups == 1 ? ALONE_ON_UNIT + 2 * MORE_STAGES * more : MORE_STAGES * more) +
           cost_of_waiting(in_flight);
}

void cap_registers(pass& p, const device_limits& limits)
{
    if (!limits.workgroup_registers || !p.is_workgroup() || !p.load.has_dft_points() ||
        !p.store.has_dft_points())
        return;
    const int items = whole_subgroups(p, limits);
    const std::int64_t by_registers =
        limits.workgroup_registers / (items * needed_registers(p));
    const std::int64_t by_memory =
        limits.local_memory_bytes / (local_memory_bytes(p) + LOCAL_OVERHEAD_BYTES);
    const auto groups = std::clamp<std::int64_t>(
        std::min(by_registers, by_memory), 1, MOST_GROUPS); // more are never resident
    if (limits.workgroup_registers / (items * groups) <= MOST_REGISTERS)
        p.change_workgroup().min_blocks = static_cast<int>(groups);
}

} // namespace gpufft
