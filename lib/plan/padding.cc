/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/joined_stages.h"
#include "plan/padding.h"
#include "plan/tile.h"
#include <algorithm>
#include <limits>
#include <vector>

namespace gpufft {

namespace {

constexpr int MOST_PADDING = 6;       // elements a level
constexpr int LOW_PADDING = 2;        // below a third level
constexpr double FEW_CONFLICTS = 1.3; // turns an access: hardly any loss

//! Turns that one access by work-items first .. first + count - 1 takes.
int turns(const std::vector<atom>& lanes,
          std::int64_t atom::*weight,
          std::int64_t first,
          int count,
          int banks)
{
    // Words of one address are served together. There are few: a look through them all
    // takes less time than a tree.
    std::vector<std::int64_t> words;
    words.reserve(static_cast<std::size_t>(count));
    std::vector<int> in_bank(static_cast<std::size_t>(banks));
    int most = 1;
    for (int t = 0; t < count; ++t) {
        const auto address = lane_offset(lanes, first + t, weight);
        if (std::find(words.begin(), words.end(), address) != words.end())
            continue;
        words.push_back(address);
        most = std::max(most, ++in_bank[static_cast<std::size_t>(address % banks)]);
    }
    return most;
}

} // namespace

double bank_conflicts(const pass& p, const device_limits& limits)
{
    if (!limits.local_memory_banks || !p.uses_local_memory())
        return 1;
    // Elements of 8 bytes are served half a subgroup at a time over half as many banks,
    // of 16 bytes a quarter.
    const auto parts = p.exchange_parts == exchange::whole && !p.is_real() ? 2 : 1;
    const int words = static_cast<int>(parts * real_bytes(p) / 4);
    const int banks = std::max(1, limits.local_memory_banks / words);
    const int together = std::max(1, limits.subgroup / words);

    const tile made = make_tile(p);
    double sum = 0;
    double accesses = 0;
    for (std::size_t i = 0; i < made.stages.size(); ++i) {
        // A stage reads before and writes after its butterflies, at the same addresses;
        // the first only writes and the last only reads, unless staged.
        // At its turn a pass that convolves goes on in registers.
        const auto m = p.stages.size();
        const bool is_joined = has_joined_stages(p);
        const bool reads =
            i > 0 ? i != m && !(is_joined && i + 1 == m) : p.comes_by_exchange();
        const bool writes = i + 1 < made.stages.size()
                                ? i + 1 != m && !(is_joined && i + 2 == m)
                                : p.leaves_by_exchange();
        // What leaves the group falls on the banks of another.
        const auto written =
            p.leaves_group(i) ? &atom::remote_weight : &atom::local_weight;
        const int active = p.active_items(i);
        // The pattern repeats; four groups of lanes show it.
        const int groups = std::clamp(active / together, 1, 4);
        const auto& lanes = made.stages[i].lanes;
        const int count = std::min(together, active);
        double here = 0;
        for (int g = 0; g < groups; ++g) {
            const int first = active / groups * g / together * together;
            if (reads)
                here += turns(lanes, &atom::local_weight, first, count, banks);
            if (writes)
                here += turns(lanes, written, first, count, banks);
        }
        sum += here * p.points_held(i) / groups;
        accesses += (reads + writes) * p.points_held(i);
    }
    return accesses > 0 ? sum / accesses : 1;
}

namespace {

//! The padding of \p p with the best pads of level \p first, a multiple of \p step, and
//! of the next.
std::vector<int>
best_pads(pass p, std::size_t first, int step, const device_limits& limits)
{
    p.padding.resize(first + 2);
    auto best = p.padding;
    const double dense = static_cast<double>(make_tile(p).exchange_points);
    double least = std::numeric_limits<double>::max();
    for (int low = 0; low <= MOST_PADDING; low += step) {
        for (int high = 0; high <= MOST_PADDING; ++high) {
            p.padding[first] = low;
            p.padding[first + 1] = high;
            const double overhead = make_tile(p).exchange_points / dense - 1;
            const double cost = bank_conflicts(p, limits) + overhead / 2;
            if (cost < least - 1e-9) {
                least = cost;
                best = p.padding;
            }
        }
    }
    return best;
}

//! What arrives from the cluster lies otherwise than what was there before. It is sent in
//! runs that begin at whole pairs: 48000 points on an H200 0.67 of a copy, not 0.62.
std::vector<int> choose_cluster_padding(pass p, const device_limits& limits)
{
    if (p.cluster_after > 1)
        p.padding = best_pads(p, 0, 1, limits);
    p.padding.resize(ARRIVAL_PADDING);
    auto best = best_pads(p, ARRIVAL_PADDING, 2, limits);
    while (!best.empty() && best.back() == 0)
        best.pop_back();
    return best;
}

} // namespace

std::vector<int> choose_padding(pass p, const device_limits& limits)
{
    p.padding.clear();
    if (!limits.local_memory_banks || !p.uses_local_memory())
        return {};
    if (p.cluster > 1)
        return choose_cluster_padding(p, limits);
    const double dense = static_cast<double>(make_tile(p).exchange_points);
    if (dense < 1)
        return {};
    std::vector<int> best;
    double least = std::numeric_limits<double>::max();
    double conflicts = 1;
    const auto weigh = [&](std::vector<int> padding) {
        p.padding = std::move(padding);
        const double overhead = make_tile(p).exchange_points / dense - 1;
        const double here = bank_conflicts(p, limits);
        const double cost = here + overhead / 2;
        if (cost < least - 1e-9) {
            least = cost;
            conflicts = here;
            best = p.padding;
        }
    };
    // Low columns want their distance odd, which the level below them makes so.
    const std::size_t levels =
        p.low_columns ? std::max<std::size_t>(p.stages.size(), 2) : 2;
    for (int low = 0; low <= MOST_PADDING; ++low) {
        for (int high = 0; high <= MOST_PADDING; ++high) {
            std::vector<int> padding(levels, 0);
            padding.front() = low;
            padding.back() = high;
            weigh(std::move(padding));
        }
    }
    // A level further where few columns leave the lowest two too little to part.
    if (conflicts > FEW_CONFLICTS && p.stages.size() > 2 && !p.low_columns) {
        for (int low = 0; low <= LOW_PADDING; ++low) {
            for (int middle = 0; middle <= LOW_PADDING; ++middle) {
                for (int third = 1; third <= MOST_PADDING; ++third)
                    weigh({ low, middle, third });
            }
        }
    }
    while (!best.empty() && best.back() == 0)
        best.pop_back();
    return best;
}

} // namespace gpufft
