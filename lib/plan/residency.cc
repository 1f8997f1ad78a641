/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/residency.h"
#include "plan/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t LOCAL_OVERHEAD_BYTES = 1024; // that the device adds to a workgroup
constexpr int OTHER_REGISTERS = 24; // than those of the points: roots, addresses
constexpr int MOST_REGISTERS = 255; // of a work-item in any case: that is no cap

//! Registers that a work-item needs at least; fewer spill (measured on an H200).
int needed_registers(const pass& p)
{
    int held = 0;
    for (std::size_t i = 0; i < p.steps(); ++i)
        held = std::max(held, p.points_held(i));
    return (p.number == precision::float64 ? 4 : 2) * held + OTHER_REGISTERS;
}

bool copies(const end_operation& e)
{
    return e.kind == transform_kind::c2c && e.by == convolution::none;
}

} // namespace

void cap_registers(pass& p, const device_limits& limits)
{
    if (!limits.workgroup_registers || p.form != kernel_form::simt || !copies(p.load) ||
        !copies(p.store))
        return;
    const auto subgroups = (p.work_items() + limits.subgroup - 1) / limits.subgroup;
    const auto items = subgroups * limits.subgroup;
    const std::int64_t by_registers =
        limits.workgroup_registers / (items * needed_registers(p));
    const std::int64_t by_memory =
        limits.local_memory_bytes / (local_memory_bytes(p) + LOCAL_OVERHEAD_BYTES);
    const auto groups = std::max<std::int64_t>(std::min(by_registers, by_memory), 1);
    if (limits.workgroup_registers / (items * groups) <= MOST_REGISTERS)
        p.resident = static_cast<int>(groups);
}

} // namespace gpufft
