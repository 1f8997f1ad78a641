/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/padding.h"
#include "plan/stage_choice.h"
#include "plan/strategy.h"
#include "plan/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int GPU_ITEMS = 64;    // in a workgroup of short transforms: two subgroups
constexpr int CPU_POINTS = 4096; // in a workgroup: enough to hide its start
constexpr int SHORTEST_RUN = 8;  // neighbouring points that coalesce well enough

std::int64_t rows_together(std::int64_t length, int items, const device_limits& limits)
{
    const std::int64_t wanted = limits.is_cpu
                                    ? CPU_POINTS / std::max<std::int64_t>(length, 1)
                                    : GPU_ITEMS / items;
    const std::int64_t most = limits.max_work_items / items;
    return std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(most, 1));
}

} // namespace

bool fit_stages(pass& p, std::int64_t points, const device_limits& limits)
{
    const auto stages = choose_stages(points, p.columns.size, limits);
    if (!stages)
        return false;
    p.stages = *stages;
    for (const auto parts : { exchange::whole, exchange::split }) {
        p.exchange_parts = parts;
        p.padding = choose_padding(p, limits);
        if (local_memory_bytes(p) <= limits.local_memory_bytes)
            return true;
        p.padding.clear();
        if (local_memory_bytes(p) <= limits.local_memory_bytes)
            return true;
    }
    return false;
}

std::vector<pass> make_single_pass(const transform& what, const device_limits& limits)
{
    const auto length = what.length;
    if (length * 4 > limits.local_memory_bytes && length > most_points_held(limits))
        return {};
    pass p;
    p.columns = { "row", 1, length, length, 0 };
    if (!fit_stages(p, length, limits))
        return {};
    p.columns.size = rows_together(length, p.work_items(), limits);

    // Staging needs the whole tile at once in local memory.
    if (!limits.is_cpu && p.exchange_parts == exchange::whole) {
        // Short runs of neighbours would waste most of each memory transaction.
        p.staged_input = length / p.stages.front().radix < SHORTEST_RUN && length > 2;
        p.staged_output = length / p.stages.back().radix < SHORTEST_RUN && length > 2;
    }
    while (local_memory_bytes(p) > limits.local_memory_bytes && p.columns.size > 1)
        p.columns.size /= 2;
    p.padding = choose_padding(p, limits);
    if (local_memory_bytes(p) > limits.local_memory_bytes)
        p.padding.clear();
    return { p };
}

} // namespace gpufft
