/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/stages/stage_costs.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

//! Prices, as they were measured: see measurements.md, "Prices of stages".
struct stage_prices {
    double exchange; //!< of a stage at all
    double idle;     //!< of one in which nobody works
    double per_item; //!< of several butterflies a work-item
    double large;    //!< of twice as many points in registers as are comfortable
};
// Where rows are so short that a subgroup takes one, barriers are cheap and other
// subgroups hide idle work-items.
constexpr stage_prices SHORT_ROWS = { 0.5, 0.9, 0.25, 1.8 };
constexpr stage_prices LONG_ROWS = { 1, 2, 0, 0.9 };

constexpr int COMFORTABLE_ITEMS = 256;
// Idle work-items in the first and in the last stage neither load nor store: what they
// cost, but in short rows, beside those of the stages between, see measurements.md,
// "Orders of stages".
constexpr double IDLE_ENDS = 0.15;
// What a row in one work-item costs, in exchanges, whose load or store operation looks
// each place up.
constexpr double LOOKED_UP_ALONE = 0.6;
constexpr int FEW_LOOKED_UP = 12;      // points
constexpr double MOST_FOR_ENDS = 0.02; // what wide first and last stages are worth

// Prices with conjugate pairs in registers, as they were measured: of a stage, of one in
// which nobody works, of a point in registers, see measurements.md, "Prices of paired
// operations".
constexpr double PAIRED_STAGE = 0.12;
constexpr double PAIRED_IDLE = 0.4;
constexpr double PAIRED_POINT = 0.02; // beyond PAIRED_FEW, on average
constexpr int PAIRED_FEW = 8;
// Stages that a load or store operation costs whose pairs are not in registers.
constexpr double LOOKED_UP = 1.5;

const stage_prices& prices_of(bool is_short) { return is_short ? SHORT_ROWS : LONG_ROWS; }

double busy_share(const items_at_work& items, std::size_t i)
{
    return static_cast<double>(items.active[i]) / items.all;
}

} // namespace

stage_costs::stage_costs(const pass& shaped,
                         std::int64_t points,
                         bool may_pair,
                         const device_limits& limits)
    : d_tile_points(points * shaped.columns.size),
      d_short_items(limits.subgroup * shaped.columns.size),
      d_may_pair(may_pair),
      d_is_cpu(limits.is_cpu),
      d_is_indexed((shaped.load_is_indexed() || shaped.store_is_indexed()) &&
                   !shaped.load.taps_per_branch && !shaped.store.power)
{
    for (std::size_t radix = 1; radix < d_shares.size(); ++radix)
        d_shares[radix] = 1.0 / static_cast<double>(radix);
}

double stage_costs::of(const pass& p, const items_at_work& items, int held) const
{
    const auto& prices = prices_of(items.all <= d_short_items);
    const bool is_paired =
        !d_is_cpu && (p.workgroup().paired_input || p.workgroup().paired_output);
    double cost = is_paired ? of_paired(p, items) : of_unpaired(p, items);
    cost += LOOKED_UP * unpaired_io(p);
    if (has_joined_stages(p) && held > COMFORTABLE_POINTS)
        cost -= prices.exchange;
    // Wide first and last stages keep global accesses in flight. A convolution turns
    // around in its last stage, which then holds more than its points.
    const int front = p.stages.front().radix;
    const int back = p.stages.back().radix;
    cost -= MOST_FOR_ENDS / 2 * (p.convolves ? front - back : front + back) / held;
    if (held > COMFORTABLE_POINTS && !is_paired)
        cost += prices.large * (held - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
    return cost + of_waiting(items.all);
}

double stage_costs::of_unpaired(const pass& p, const items_at_work& items) const
{
    const auto& prices = prices_of(items.all <= d_short_items);
    double cost = 0;
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        cost += prices.exchange + prices.idle * (1 - busy_share(items, i));
        if (p.stages[i].per_item > 1)
            cost += prices.per_item;
    }
    if (d_is_cpu)
        return cost;
    const auto last = p.stages.size() - 1;
    if (last == 0 && d_is_indexed && p.stages[0].radix > FEW_LOOKED_UP)
        cost += LOOKED_UP_ALONE;
    if (items.all > d_short_items || !p.columns_are_rows())
        cost += IDLE_ENDS * prices.idle *
                (2 - busy_share(items, 0) - busy_share(items, last));
    return cost;
}

/*!
 * With conjugate pairs in registers, few points per item are worth a third stage, and the
 * number of points in registers matters less than otherwise: see measurements.md, "Prices
 * of paired operations".
 */
double stage_costs::of_paired(const pass& p, const items_at_work& items) const
{
    double cost = 0;
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        cost += PAIRED_STAGE + PAIRED_IDLE * (1 - busy_share(items, i)) +
                PAIRED_POINT * (held_by(p, i) - PAIRED_FEW) /
                    static_cast<double>(p.stages.size());
    }
    return cost;
}

double stage_costs::of_waiting(double items) const
{
    return !d_is_cpu && items > COMFORTABLE_ITEMS
               ? 0.1 * (items - COMFORTABLE_ITEMS) / COMFORTABLE_ITEMS
               : 0;
}

int stage_costs::unpaired_io(const pass& p) const
{
    return d_may_pair ? (has_paired_load(p) && !p.workgroup().paired_input) +
                            (has_paired_store(p) && !p.workgroup().paired_output)
                      : 0;
}

double stage_costs::least(const std::vector<stage>& chosen,
                          const stage_bounds& known) const
{
    double idle = 0;
    if (known.least < known.largest) {
        for (const auto& one : chosen)
            idle += known.least < one.radix ? 1 - known.least * d_shares[one.radix] : 0;
    }
    const double items = static_cast<double>(d_tile_points) / known.least;
    const auto& prices = prices_of(items <= static_cast<double>(d_short_items));
    const auto count = static_cast<double>(known.count);
    const double crowded = std::max(0, known.largest - COMFORTABLE_POINTS);
    double cost = prices.exchange * count + prices.idle * idle;
    cost += LONG_ROWS.large * crowded / COMFORTABLE_POINTS;
    if (known.may_join)
        cost -= prices.exchange;
    if (d_may_pair && !d_is_cpu) {
        const double paired = PAIRED_STAGE * count + PAIRED_IDLE * idle +
                              PAIRED_POINT * (known.sum / count - PAIRED_FEW);
        cost = std::min(cost, paired);
    }
    cost += of_waiting(items);
    const double front = chosen.front().radix * d_shares[known.largest]; // at most
    return cost - MOST_FOR_ENDS / 2 * (1 + front);
}

double stage_costs::least_held(const pass& p, int held) const
{
    const auto& s = p.stages;
    const auto items = d_tile_points / held; // at least
    const bool may_join = s.size() > 2 && s.end()[-2].radix * s.back().radix <= held;
    if (p.workgroup().paired_input || p.workgroup().paired_output || may_join ||
        items <= d_short_items)
        return -std::numeric_limits<double>::infinity();
    double cost = LONG_ROWS.exchange * static_cast<double>(s.size()) - MOST_FOR_ENDS;
    if (held > COMFORTABLE_POINTS)
        cost += LONG_ROWS.large * (held - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
    return cost;
}

} // namespace gpufft
