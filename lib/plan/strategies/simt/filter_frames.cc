/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include "plan/strategies/simt/filter_frames.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int MOST_FILTER_ITEMS = 512;
// Workgroups have room for many shorter frames, and for many frames of few samples, to
// slide over: on an H200 that is as fast, or faster.
constexpr int SHORTEST_FRAME = 512;
constexpr int LONG_FRAME = 1024;
constexpr std::int64_t MANY_SAMPLES = 16; // of a residue, that a frame needs
constexpr int MOST_POINTS_OF_ITEM = 32;   // in registers
constexpr int REGISTERS_OF_STAGES = 30;   // beside the points: twiddles, addresses
constexpr int REGISTER_STEP = 8;          // in which a work-item gets registers
// Points of a frame for which a subgroup transforms, and the most subgroups that do.
constexpr std::int64_t POINTS_OF_SUBGROUP = 128;
constexpr std::int64_t MOST_SUBGROUPS = 4;

/*!
 * Two stages in which all of a row's work-items, and no others of their subgroup, hold
 * equally many points: with I of them N = m I^2, and radices m I and I. The most items
 * that leave few enough points to each come first.
 */
std::vector<stage> stages_in_subgroup(const pass& p)
{
    const auto points = p.points();
    for (std::int64_t items = CLUSTER_SUBGROUP; items > 1; items /= 2) {
        const auto held = points / items;
        if (points % (items * items) || held > MOST_POINTS_OF_ITEM)
            continue;
        std::vector<stage> stages(2);
        stages[0].radix = static_cast<int>(held);
        stages[1].radix = static_cast<int>(items);
        stages[1].per_item = static_cast<int>(held / items);
        for (auto& s : stages)
            s.twiddles = p.stages.front().twiddles;
        return stages;
    }
    return {};
}

std::int64_t rounded_registers(std::int64_t registers)
{
    return (registers + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
}

//! Workgroups of \p p that a compute unit holds at once by registers and local memory.
std::int64_t resident(const pass& p, const device_limits& limits)
{
    const auto registers = rounded_registers(std::max<std::int64_t>(
        filter_registers(p), 2 * p.points_per_item() + REGISTERS_OF_STAGES));
    return std::min(limits.workgroup_registers / (whole_subgroups(p, limits) * registers),
                    limits.local_memory_bytes / local_memory_bytes(p));
}

} // namespace

std::optional<pass> with_filter_items(const pass& p,
                                      int items,
                                      std::int64_t subgroups,
                                      const device_limits& limits)
{
    if (limits.is_cpu || !has_bulk_copies(limits) || !limits.workgroup_registers ||
        p.number != precision::float32 || !suits_sliding_frames(p))
        return std::nullopt;
    auto other = p;
    auto& kernel = other.change_workgroup();
    other.stages = stages_in_subgroup(p);
    if (other.stages.empty())
        return std::nullopt;
    kernel.staged_input = true;
    kernel.staged_output = kernel.bulk_input = kernel.columns_fastest = false;
    kernel.sliding_frames = kernel.min_blocks = 0;
    kernel.padding.clear();
    kernel.exchange_order.clear();
    kernel.filter_items = items;
    const auto items_of_row = other.points() / other.stages.front().radix;
    other.columns.size = subgroups * CLUSTER_SUBGROUP / items_of_row;
    if (!fits_filter_items(other) || other.launched_items() > limits.max_work_items)
        return std::nullopt;
    const auto blocks = resident(other, limits);
    if (blocks < 1)
        return std::nullopt;
    kernel.min_blocks = static_cast<int>(blocks);
    return other;
}

std::optional<pass> with_filter_items(const pass& p, const device_limits& limits)
{
    if (!suits_sliding_frames(p))
        return std::nullopt;
    const auto residues = p.points() / frame_steps_of(p).period;
    const int items =
        static_cast<int>(std::min<std::int64_t>(residues, MOST_FILTER_ITEMS));
    const auto subgroups =
        std::clamp<std::int64_t>(p.points() / POINTS_OF_SUBGROUP, 1, MOST_SUBGROUPS);
    return with_filter_items(p, items, subgroups, limits);
}

bool filter_frames(pass& p, const device_limits& limits)
{
    const auto other = with_filter_items(p, limits);
    if (!other || p.points() < SHORTEST_FRAME ||
        (p.points() < LONG_FRAME && filter_shape_of(*other).samples < MANY_SAMPLES))
        return false;
    p = *other;
    return true;
}

} // namespace gpufft
