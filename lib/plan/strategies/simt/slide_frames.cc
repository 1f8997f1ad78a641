/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/divided_up.h"
#include "plan/cost/memory_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/simt/tile.h"
#include "plan/strategies/simt/slide_frames.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int FRAMES[] = { 8, 4, 2 }; // of a work-item, best first
constexpr std::int64_t MOST_ITEMS = 512;
// Rows that a workgroup loads for its frames are so many times those that it would need
// beside others that overlap with them.
constexpr std::int64_t NEW_TO_SHARED = 4;
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
        p = other;
        return;
    }
}

} // namespace gpufft
