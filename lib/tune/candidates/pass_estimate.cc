/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "tune/candidates/pass_estimate.h"
#include <algorithm>

namespace gpufft {

namespace {

// What a compute unit holds at most; device_limits do not say it.
constexpr int MOST_WORK_ITEMS = 2048;
constexpr int MOST_GROUPS = 32;
constexpr int REGISTERS = 65536;

constexpr double BYTES_IN_FLIGHT = 48 * 1024; // that keep memory busy, of a compute unit
constexpr int LONG_RUN = 16;                  // neighbours: a whole transaction
constexpr int COMFORTABLE_POINTS = 20;        // in registers
constexpr double BARRIER = 0.005;             // half of what a stage costs
constexpr double TURN = 0.02;                 // a cycle of bank conflicts

//! 32-bit registers of a work-item that holds \p points.
int registers_of(const pass& p, int points, int items)
{
    const int reals = p.number == precision::float64 ? 4 : 2;
    const int wanted = std::min(reals * points + 24, 255);
    return p.workgroup().min_blocks
               ? std::min(wanted, REGISTERS / (p.workgroup().min_blocks * items))
               : wanted;
}

double short_run(const std::vector<atom>& lanes, std::int64_t atom::*weight)
{
    const auto run = contiguous_run(lanes, weight);
    return run < LONG_RUN ? 0.03 * (static_cast<double>(LONG_RUN) / run - 1) : 0;
}

} // namespace

double pass_estimate(const pass& p, const device_limits& limits)
{
    const int items = whole_subgroups(p, limits);
    const int most = p.points_per_item();
    double idle = 0;
    for (std::size_t i = 0; i < p.steps(); ++i)
        idle += 1 - static_cast<double>(p.active_items(i)) / items;
    const int wanted = (p.number == precision::float64 ? 4 : 2) * most;
    const int registers = registers_of(p, most, items);
    const auto local = std::max<std::int64_t>(1, local_memory_bytes(p));
    const auto groups =
        std::min({ static_cast<std::int64_t>(MOST_GROUPS),
                   static_cast<std::int64_t>(MOST_WORK_ITEMS / items),
                   static_cast<std::int64_t>(REGISTERS) / std::max(1, registers * items),
                   limits.local_memory_bytes / local });
    if (groups == 0)
        return 1e3;
    const double in_flight = static_cast<double>(groups) * p.columns.size *
                             static_cast<double>(p.points()) * real_bytes(p) * 2;

    // Fitted to timed plans: idle work-items and another stage cost little, registers
    // and too little in flight much, see measurements.md, "Estimates of passes".
    const auto result = make_tile(p);
    double cost =
        1 + 0.02 * idle + 0.01 * static_cast<double>(p.steps() - has_joined_stages(p));
    if (items > 256)
        cost += 0.02 * (items - 256) / 256;
    if (most > COMFORTABLE_POINTS)
        cost += 0.07 * (most - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
    cost += 0.11 * std::max(0.0, BYTES_IN_FLIGHT / in_flight - 1) +
            0.05 * std::max(0.0, 2 * BYTES_IN_FLIGHT / in_flight - 1);
    if (registers < wanted + 8) // it spills
        cost += 0.1 * (wanted + 8 - registers);
    if (p.workgroup().has_constant_geometry) {
        // Constant geometry writes to other places than it reads, so each exchange takes
        // another barrier. Between the first load and the last store its indices cost no
        // arithmetic, but padding cannot mend all conflicts of reads and writes both;
        // other passes are padded until next to none are left.
        const auto exchanges = static_cast<double>(p.steps() - 1);
        cost += exchanges * (BARRIER + TURN * (bank_conflicts(p, limits) - 1));
    }
    if (!p.workgroup().staged_input)
        cost += short_run(result.stages.front().lanes, &atom::input_weight);
    if (!p.workgroup().staged_output && !p.store.needs_pairs())
        cost += short_run(result.stages.back().lanes, &atom::output_weight);
    return cost;
}

} // namespace gpufft
