/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy_limits.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/stages/best_stages.h"
#include "plan/stages/stage_per_item.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int MOST_FILLED_POINTS = 20; // that butterflies per item bring together

} // namespace

best_stages::best_stages(const pass& shaped,
                         std::int64_t points,
                         int most_held,
                         const stage_costs& costs,
                         const device_limits& limits)
    : d_limits(limits),
      d_points(points),
      d_most_held(most_held),
      d_costs(costs),
      d_candidate(shaped)
{
}

//! Weighs as many points per item as the largest radix, or twice as many.
double best_stages::weigh(const pass& p, const run_losses& losses)
{
    d_losses = &losses;
    d_met = NEVER;
    int most = 0;
    for (std::size_t i = 0; i < p.stages.size(); ++i)
        most = std::max(most, held_by(p, i));
    weigh_held(p, most);
    if (2 * most <= MOST_FILLED_POINTS && 2 * most <= d_most_held)
        weigh_held(p, 2 * most);
    weigh_joined(p, most);
    return d_met;
}

void best_stages::weigh_held(const pass& p, int held)
{
    if (d_costs.least_held(p, held) - 1e-9 >= d_cost)
        return;
    choose_per_item(renewed(p), held, d_taken);
    weigh_filled(held);
}

//! The last two stages may keep one set of points in registers, if the registers take
//! them: that saves an exchange, which is worth it for large butterflies and not for
//! small ones, see measurements.md, "Joined stages".
void best_stages::weigh_joined(const pass& p, int most)
{
    if (p.stages.size() < 3 || p.convolves)
        return;
    const int held = p.stages.end()[-2].radix * p.stages.end()[-1].radix;
    if (held < most || held > d_most_held || held <= COMFORTABLE_POINTS)
        return;
    pass& joined = renewed(p);
    auto& one = joined.stages.end()[-2];
    auto& other = joined.stages.end()[-1];
    choose_per_item(joined, held, d_taken);
    one.per_item = other.radix;
    other.per_item = one.radix;
    if (has_joined_stages(joined))
        weigh_filled(held);
}

//! d_candidate with the stages of \p p, without copying what never changes.
pass& best_stages::renewed(const pass& p)
{
    d_candidate.stages = p.stages;
    d_candidate.change_workgroup().paired_input = p.workgroup().paired_input;
    d_candidate.change_workgroup().paired_output = p.workgroup().paired_output;
    return d_candidate;
}

void best_stages::weigh_filled(int held)
{
    employ();
    if (d_items.all > d_limits.max_work_items)
        return;
    if (d_limits.workgroup_registers &&
        d_items.all *
                registers_for(d_candidate, d_candidate.workgroup().paired_output, held) >
            d_limits.workgroup_registers)
        return;
    double cost = d_costs.of(d_candidate, d_items, held);
    if (cost >= d_cost)
        return;
    d_met = std::min(d_met, cost);
    const auto& s = d_candidate.stages;
    if (cost + d_losses->least(s.front(), s.back()) >= d_cost)
        return;
    cost += d_losses->of(d_candidate);
    if (cost >= d_cost)
        return;
    d_cost = cost;
    d_best = s;
    d_unpaired_io = d_costs.unpaired_io(d_candidate);
}

void best_stages::employ()
{
    const auto points =
        d_points * d_candidate.columns.size / d_candidate.workgroup().cluster.size;
    d_items.all = 1;
    d_items.active.clear();
    for (std::size_t i = 0; i < d_candidate.stages.size(); ++i) {
        d_items.active.push_back(static_cast<int>(points / held_by(d_candidate, i)));
        d_items.all = std::max(d_items.all, d_items.active.back());
    }
}

} // namespace gpufft
