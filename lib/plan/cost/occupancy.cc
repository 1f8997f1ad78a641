/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy.h"
#include "plan/simt/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t LOCAL_OVERHEAD_BYTES = 1024; // that the device adds to a workgroup
constexpr int OTHER_REGISTERS = 24; // than those of the points: roots, addresses
constexpr int MOST_REGISTERS = 255; // of a work-item in any case: that is no cap

} // namespace

int whole_subgroups(const pass& p, const device_limits& limits)
{
    const int together = std::max(1, limits.subgroup);
    return (p.work_items() + together - 1) / together * together;
}

int needed_registers(const pass& p)
{
    return (p.number == precision::float64 ? 4 : 2) * p.points_per_item() +
           OTHER_REGISTERS;
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
    const auto groups = std::max<std::int64_t>(std::min(by_registers, by_memory), 1);
    if (limits.workgroup_registers / (items * groups) <= MOST_REGISTERS)
        p.change_workgroup().min_blocks = static_cast<int>(groups);
}

} // namespace gpufft
