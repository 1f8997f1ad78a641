/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/divided_up.h"
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/simt/tile.h"
#include "plan/strategies/simt/slide_frames.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int FRAMES[] = { 8, 4, 2 }; // of a work-item, best first
constexpr std::int64_t MOST_ITEMS = 256;
constexpr std::int64_t SHORTEST_OUTPUT = 64; // of a run in global memory
// Rows that a workgroup loads for its frames are so many times those that it would need
// beside others that overlap with them.
constexpr std::int64_t NEW_TO_SHARED = 4;
constexpr int OTHER_REGISTERS_OF_LOADS = 26; // sums, taps, addresses
constexpr std::int64_t RESIDENT = 3; // workgroups that share a unit's local memory

//! Rows that a workgroup should have, as far as there is room: those that it shares with
//! the next one are then few of all that it loads.
std::int64_t rows_wanted(const pass& p, const device_limits& limits)
{
    const auto steps = frame_steps_of(p);
    const auto shared = p.load.taps_per_branch - steps.branches;
    const auto wanted = NEW_TO_SHARED * shared * steps.period / steps.branches;
    const std::int64_t items = p.work_items() / p.columns.size;
    const auto item_room = std::min<std::int64_t>(MOST_ITEMS, limits.max_work_items) /
                           std::max<std::int64_t>(items, 1);
    const auto row_bytes = p.points() * point_bytes(p.number);
    const auto memory = has_plenty(limits) ? limits.local_memory_bytes / RESIDENT
                                           : limits.local_memory_bytes / 2;
    return std::min({ wanted, item_room, memory / row_bytes });
}

//! Points leave as they are in registers where neighbouring work-items have neighbours:
//! local memory is busy enough with what comes.
void choose_staged_output(pass& p)
{
    const auto layout = make_tile(p);
    const auto run = contiguous_run(layout.stages.back().lanes, &atom::output_weight);
    p.change_workgroup().staged_output =
        p.workgroup().staged_output && run * point_bytes(p.number) < SHORTEST_OUTPUT;
}

/*!
 * Compilers left alone take few registers, and so few samples at a time. Where a
 * work-item has a point of all rows of a period, others that wait for the same samples
 * are few, and more loads at once are worth fewer workgroups (64 points on an H200: 0.95
 * of a copy instead of 0.85; at half the hop 0.75 instead of 0.82).
 */
void choose_min_blocks_of_loads(pass& p, const device_limits& limits)
{
    const auto samples = sliding_samples(p, p.workgroup().sliding_frames);
    const auto registers = 2 * samples + OTHER_REGISTERS_OF_LOADS;
    if (frame_steps_of(p).period == 1 && p.number != precision::float64 &&
        needed_registers(p) <= registers)
        p.change_workgroup().min_blocks = static_cast<int>(
            limits.workgroup_registers / (whole_subgroups(p, limits) * registers));
}

} // namespace

void slide_frames(pass& p, const device_limits& limits)
{
    if (limits.is_cpu || !suits_sliding_frames(p))
        return;
    auto other = p;
    if (other.stages.size() == 1)
        other.stages.front().per_item = 1; // of rows, which may be any number now
    other.change_workgroup().staged_input = true;
    other.change_workgroup().min_blocks = 0; // was for workgroups of another size
    other.change_workgroup().padding.clear();
    other.columns.size = 1;
    const auto wanted = rows_wanted(other, limits);
    const auto period = frame_steps_of(p).period;
    for (const int frames : FRAMES) {
        const auto rows = wanted / (frames * period) * (frames * period);
        if (!rows || frames * p.load.taps_per_branch > MOST_SLIDING_TERMS)
            continue;
        other.columns.size = rows;
        other.change_workgroup().sliding_frames = frames;
        if (local_memory_bytes(other) > limits.local_memory_bytes)
            continue;
        choose_staged_output(other);
        choose_min_blocks_of_loads(other, limits);
        p = other;
        return;
    }
}

} // namespace gpufft
