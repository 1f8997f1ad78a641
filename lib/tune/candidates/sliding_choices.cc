/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/strategies/simt/filter_frames.h"
#include "tune/candidates/pass_changes.h"
#include "tune/candidates/sliding_choices.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int FRAMES[] = { 2, 4, 8, 16 }; // of a work-item

} // namespace

std::vector<pass> other_sliding_frames(const pass& p, const device_limits& limits)
{
    if (!suits_sliding_frames(p))
        return {};
    std::vector<pass> all;
    const auto add = [&](int frames, std::int64_t rows) {
        auto other = p;
        other.change_workgroup().sliding_frames = frames;
        other.change_workgroup().filter_items = 0;
        other.change_workgroup().staged_input = true;
        other.change_workgroup().min_blocks = 0; // was for work-items of other loads
        other.columns.size = rows;
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    };
    if (p.workgroup().sliding_frames)
        add(0, p.columns.size);
    const auto period = frame_steps_of(p).period;
    for (const int frames : FRAMES) {
        if (frames * p.load.taps_per_branch > MOST_SLIDING_TERMS)
            break;
        const auto together = frames * period;
        std::vector<std::int64_t> counts;
        for (const auto wanted :
             { p.columns.size / 2, p.columns.size, 2 * p.columns.size }) {
            const auto rows = std::max<std::int64_t>(wanted / together, 1) * together;
            const bool is_same =
                frames == p.workgroup().sliding_frames && rows == p.columns.size;
            if (!is_same && std::find(counts.begin(), counts.end(), rows) == counts.end())
                counts.push_back(rows);
        }
        for (const auto rows : counts)
            add(frames, rows);
    }
    return all;
}

std::vector<pass> other_filter_items(const pass& p, const device_limits& limits)
{
    std::vector<pass> all;
    const auto add = [&](int items, std::int64_t subgroups) {
        auto other = with_filter_items(p, items, subgroups, limits);
        if (other && set_padding(*other, limits))
            all.push_back(std::move(*other));
    };
    const auto by_default = with_filter_items(p, limits);
    if (!by_default)
        return {};
    const auto items = by_default->workgroup().filter_items;
    const auto subgroups = row_subgroups(*by_default);
    for (const int filters : { items, items / 2 }) {
        for (const auto others : { subgroups, 2 * subgroups, subgroups / 2 }) {
            if (others > 0 &&
                (filters != p.workgroup().filter_items || others != row_subgroups(p)))
                add(filters, others);
        }
    }
    return all;
}

} // namespace gpufft
