/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/conflict_count.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include <algorithm>
#include <limits>
#include <vector>

namespace gpufft {

namespace {

constexpr int MOST_PADDING = 6;       // elements a level
constexpr int LOW_PADDING = 2;        // below a third level
constexpr double FEW_CONFLICTS = 1.3; // turns an access: hardly any loss

/*!
 * The padding of least cost so far: turns an access and half of what it adds to the
 * exchange buffer.
 */
class padding_search
{
public:
    padding_search(const pass& p, const device_limits& limits)
        : d_count(p, limits),
          d_dense(static_cast<double>(d_count.pad(p.workgroup().padding)))
    {
    }

    double dense() const { return d_dense; }

    void weigh(const std::vector<int>& padding)
    {
        const double overhead = d_count.pad(padding) / d_dense - 1;
        // An access takes a cycle at least.
        if (1 + overhead / 2 >= d_least)
            return;
        const double here = d_count.average(d_least - overhead / 2);
        const double cost = here + overhead / 2;
        if (cost < d_least - 1e-9) {
            d_least = cost;
            d_conflicts = here;
            d_best = padding;
        }
    }

    double conflicts() const { return d_conflicts; }
    const std::vector<int>& best() const { return d_best; }

private:
    conflict_count d_count;
    double d_dense; //!< elements without padding
    double d_least = std::numeric_limits<double>::max();
    double d_conflicts = 1;
    std::vector<int> d_best;
};


//! The padding of \p p with the best pads of level \p first, a multiple of \p step, and
//! of the next.
std::vector<int>
best_pads(pass p, std::size_t first, int step, const device_limits& limits)
{
    p.change_workgroup().padding.resize(first + 2);
    padding_search search(p, limits);
    auto padding = p.workgroup().padding;
    for (int low = 0; low <= MOST_PADDING; low += step) {
        for (int high = 0; high <= MOST_PADDING; ++high) {
            padding[first] = low;
            padding[first + 1] = high;
            search.weigh(padding);
        }
    }
    return search.best();
}

//! Points that arrive from the cluster lie otherwise than those before them. Cluster
//! exchanges send them in runs that begin at whole pairs, which is faster: see
//! measurements.md, "Padding of a cluster's exchange".
std::vector<int> choose_cluster_padding(pass p, const device_limits& limits)
{
    if (p.workgroup().cluster.after > 1 || p.convolves)
        p.change_workgroup().padding = best_pads(p, 0, 1, limits);
    p.change_workgroup().padding.resize(ARRIVAL_PADDING);
    auto best = best_pads(p, ARRIVAL_PADDING, 2, limits);
    while (!best.empty() && best.back() == 0)
        best.pop_back();
    return best;
}

} // namespace

std::vector<int> choose_padding(pass p, const device_limits& limits)
{
    p.change_workgroup().padding.clear();
    if (!limits.local_memory_banks || !p.uses_local_memory())
        return {};
    if (p.workgroup().cluster.size > 1)
        return choose_cluster_padding(p, limits);
    padding_search search(p, limits);
    if (search.dense() < 1)
        return {};
    // Fastest columns want their distance odd, which the level below them makes so.
    const std::size_t levels =
        p.workgroup().columns_fastest ? std::max<std::size_t>(p.stages.size(), 2) : 2;
    std::vector<int> padding(levels, 0);
    for (int low = 0; low <= MOST_PADDING; ++low) {
        for (int high = 0; high <= MOST_PADDING; ++high) {
            padding.front() = low;
            padding.back() = high;
            search.weigh(padding);
        }
    }
    if (!p.workgroup().exchange_order.empty() &&
        p.stages.size() > 2) { // between digits of two kinds
        padding.assign(3, 0);
        for (int high = 1; high <= MOST_PADDING; ++high) {
            for (int higher = 0; higher <= MOST_PADDING; ++higher) {
                padding = { 0, high, higher };
                search.weigh(padding);
            }
        }
    }
    // A third level helps where few columns leave the lowest two too little to part.
    if (search.conflicts() > FEW_CONFLICTS && p.stages.size() > 2 &&
        !p.workgroup().columns_fastest) {
        padding.resize(3);
        for (int low = 0; low <= LOW_PADDING; ++low) {
            for (int middle = 0; middle <= LOW_PADDING; ++middle) {
                for (int third = 1; third <= MOST_PADDING; ++third) {
                    padding = { low, middle, third };
                    search.weigh(padding);
                }
            }
        }
    }
    auto best = search.best();
    while (!best.empty() && best.back() == 0)
        best.pop_back();
    return best;
}

} // namespace gpufft
