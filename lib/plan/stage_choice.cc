/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "plan/employment.h"
#include "plan/held_points.h"
#include "plan/joined_stages.h"
#include "plan/known_orders.h"
#include "plan/paired.h"
#include "plan/run_losses.h"
#include "plan/stage_choice.h"
#include "plan/stage_divisions.h"
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace gpufft {

namespace {

constexpr int COMFORTABLE_POINTS = 20; // more only where it saves a stage
constexpr int COMFORTABLE_ITEMS = 256;
constexpr int MOST_FILLED_POINTS = 20; // that fills bring together
constexpr std::size_t MOST_STAGES = 8;
constexpr int MOST_ALONE = 16; // points of a real transform that one work-item takes
constexpr int FEW_PAIRS = 32;  // points that two stages take best
constexpr double MOST_FOR_ENDS = 0.02; // what wide first and last stages are worth
// Likewise of paired ends: a stage, one in which nobody works, a point in registers.
constexpr double PAIRED_STAGE = 0.12;
constexpr double PAIRED_IDLE = 0.4;
constexpr double PAIRED_POINT = 0.02; // beyond PAIRED_FEW, on average
constexpr int PAIRED_FEW = 8;
constexpr double LOOKED_UP =
    1.5; // stages that an end costs whose pairs are not in registers

//! What stages cost, as measured on an H200.
struct stage_costs {
    double exchange; //!< of a stage at all
    double idle;     //!< of one in which nobody works
    double fill;     //!< of several butterflies a work-item
    double large;    //!< of twice as many points in registers as are comfortable
};
// Where rows are so short that a subgroup takes one, barriers are cheap and others hide
// what idles.
constexpr stage_costs SHORT_ROWS = { 0.5, 0.9, 0.25, 1.8 };
constexpr stage_costs LONG_ROWS = { 1, 2, 0, 0.9 };

//! Points that stage \p i of \p p keeps in registers: pass::points_held(), which knows
//! of steps as well.
int held(const pass& p, std::size_t i)
{
    return p.stages[i].radix * (p.is_paired(i) ? p.butterflies(i) : p.stages[i].fill);
}

class stage_search
{
public:
    stage_search(const stage_request& r, const device_limits& limits)
        : d_request(r),
          d_limits(limits),
          d_most_held(most_points_held(limits, r.shaped.number) *
                      (r.shaped.is_real() ? 2 : 1)),
          d_most_together(d_most_held),
          d_divided(d_most_held, MOST_STAGES, r.shaped.is_real()),
          d_pass(r.shaped)
    {
        d_pass.stages.clear();
        d_candidate = d_pass;
        for (const auto points : r.lengths)
            d_points *= points;
        d_may_pair = may_have_pairs(d_pass, d_points);
        d_has_runs = r.lengths.size() > 1;
    }

    std::optional<std::vector<stage>> run()
    {
        if (d_points == 1) {
            return std::vector<stage>{ { 1, 1, twiddle_source::full } };
        }
        for (const auto length : d_request.lengths) {
            for (const auto& [radix, rest] : d_divided.of(length).first)
                d_most_together = std::max(d_most_together, radix);
        }
        if (!can_fit(std::max(d_most_held, MAX_CODELET_PRIME)))
            return std::nullopt;
        d_held.emplace(
            d_most_together, d_may_pair, [this](int most) { return least_held(most); });
        if (!d_held->has_any())
            return std::nullopt;
        d_pass.stages.reserve(MOST_STAGES);
        if (d_has_runs)
            d_losses = run_losses(d_pass, d_request.lengths, d_divided);
        for (std::size_t radix = 1; radix < d_shares.size(); ++radix)
            d_shares[radix] = 1.0 / static_cast<double>(radix);
        // Another stage costs more than anything else: stop at the least number.
        for (d_count = least_stages(); d_count <= MOST_STAGES && d_best.empty();)
            descend_and_count();
        // Ends that look their pairs up cost as much; and where they do not, a third
        // stage is cheap.
        const bool is_short = d_count == 3 && d_points > FEW_PAIRS && is_paired_request();
        if ((d_best_unpaired || (is_short && !d_limits.is_cpu)) && d_count <= MOST_STAGES)
            descend_and_count();
        // In short rows an exchange costs little.
        if (!d_best.empty() && d_request.lengths.size() == 1 && !is_paired_request() &&
            d_points <= COMFORTABLE_POINTS * d_limits.subgroup && d_count <= MOST_STAGES)
            descend_and_count();
        if (d_best.empty())
            return std::nullopt;
        for (auto& s : d_best)
            s.twiddles = source_for(s);
        return d_best;
    }

    bool has_any()
    {
        d_any_will_do = true;
        return run().has_value();
    }

private:
    void descend_and_count()
    {
        std::vector<const stage_division*> all;
        std::size_t fewest = 0;
        std::size_t states = 1;
        std::size_t state = 0;
        d_state_steps.clear();
        for (const auto length : d_request.lengths) {
            const auto& whole = d_divided.of(length);
            all.push_back(&whole);
            fewest += whole.fewest;
            d_state_steps.push_back(states);
            state += states * whole.number;
            states *= whole.number + 1;
        }
        d_partial[0] = {};
        d_partial[0].least = d_most_together;
        d_partial[0].points = static_cast<std::uint32_t>(d_points);
        d_partial[0].most = d_held->all();
        if (fewest <= d_count)
            descend(all, fewest, state);
        ++d_count;
    }

    //! What pairs come from and go to is a row's, which more than one work-item shares.
    std::size_t least_stages() const
    {
        return is_paired_request() && d_points > MOST_ALONE ? 2 : 1;
    }

    //! One dimension, whole, with a mirrored store operation.
    bool is_paired_request() const
    {
        const auto& p = d_pass;
        return p.dimensions.size() == 1 && p.dimensions.front().length == d_points &&
               p.store.is_mirrored();
    }

    bool can_fit(int held) const
    {
        return can_employ(d_pass, d_points * d_pass.columns.size, held, d_limits);
    }

    //! Points that each stage must hold where some holds \p most, so that there are
    //! work-items and registers enough.
    int least_held(int most) const
    {
        const auto all = d_points * d_pass.columns.size;
        std::int64_t items = d_limits.max_work_items;
        if (d_limits.workgroup_registers) {
            auto registers = registers_for(d_pass, false, most, d_limits);
            if (d_may_pair) // which may take fewer
                registers =
                    std::min(registers, registers_for(d_pass, true, most, d_limits));
            items =
                std::min<std::int64_t>(items, d_limits.workgroup_registers / registers);
        }
        return static_cast<int>(std::min<std::int64_t>(all / (items + 1), most) + 1);
    }

    /*!
     * Stages for what is left of each dimension, \p fewest at least.
     * \param state  number of what is left
     * \return the most points held at which some of them fit the work-items, as far as
     * that is known: of those asked for that are left out, none does
     */
    held_set descend(std::vector<const stage_division*>& rest,
                     std::size_t fewest,
                     std::size_t state)
    {
        auto& stages = d_pass.stages;
        const auto left = d_count - stages.size();
        if (!left) {
            weigh();
            return d_partial[stages.size()].most;
        }
        held_set fit = 0;
        for (std::size_t d = 0; d < rest.size(); ++d) {
            const auto* whole = rest[d];
            const auto others = fewest - whole->fewest;
            for (const auto& [radix, less] : whole->first) {
                if (others + less->fewest >= left)
                    continue;
                const auto most = most_with(radix);
                if (!most)
                    continue;
                // Field by field: a whole one would wait for its parts on their way.
                auto& newest = stages.emplace_back();
                newest.radix = radix;
                newest.dimension = static_cast<int>(d);
                rest[d] = less;
                const auto next =
                    state - d_state_steps[d] * (whole->number - less->number);
                fit |= go_on(rest, others + less->fewest, next, most);
                stages.pop_back();
                if (d_any_will_do && !d_best.empty())
                    return fit;
            }
            rest[d] = whole;
        }
        return fit;
    }

    //! Behind a stage that is new: descend(), if that may lead to anything better. \p
    //! most are asked for.
    held_set go_on(std::vector<const stage_division*>& rest,
                   std::size_t fewest,
                   std::size_t state,
                   held_set most)
    {
        const auto made = d_pass.stages.size();
        // All that stages behind this one depend on.
        const auto end = (state * (MAX_CODELET_LENGTH + 1) +
                          static_cast<std::size_t>(d_pass.stages.back().radix)) *
                             (MOST_STAGES + 1) +
                         d_count - made;
        most &= ~d_dead_ends.at(end);
        if (!most)
            return 0;
        add_newest();
        if (!may_be_better())
            return most;
        d_partial[made].most = most;
        if (d_has_runs && !d_may_pair) {
            const known_orders::beginning so_far{
                d_partial[made].code * (MOST_STAGES + 1) + d_count - made,
                d_orders.number_of(d_request.lengths, rest, d_state_steps)
            };
            const double known = d_orders.least_cost(so_far);
            if (known + d_losses.least(d_pass.stages.front()) >= d_least) {
                d_met = std::min(d_met, known);
                return most;
            }
            const double before = std::exchange(d_met, NEVER);
            const auto fit = descend(rest, fewest, state);
            d_orders.add(so_far, d_met);
            d_met = std::min(d_met, before);
            return noted(end, most, fit);
        }
        return noted(end, most, descend(rest, fewest, state));
    }

    held_set noted(std::size_t end, held_set asked, held_set fit)
    {
        if (asked & ~fit)
            d_dead_ends.add(end, asked & ~fit);
        return fit;
    }

    //! The most points held that the stages suit with one of \p radix behind them. The
    //! last of them has no neighbour yet, if it is not the last of all.
    held_set most_with(int radix)
    {
        const auto& s = d_pass.stages;
        auto most = d_partial[s.size()].most & d_held->from(radix);
        const int neighbour = s.empty() ? 1 : s.back().radix;
        if (!s.empty())
            most &= d_held->of(neighbour, radix).fits;
        if (s.size() + 1 == d_count)
            most &= d_held->of(radix, neighbour).fits;
        return most;
    }

    void add_newest()
    {
        const auto& s = d_pass.stages;
        const auto made = s.size();
        const int radix = s.back().radix;
        const int neighbour = made > 1 ? s[made - 2].radix : 1;
        auto& now = d_partial[made];
        now = d_partial[made - 1];
        if (made > 1)
            now.least = std::min(now.least, d_held->of(neighbour, radix).most);
        if (made == d_count)
            now.least = std::min(now.least, d_held->of(radix, neighbour).most);
        now.largest = std::max(now.largest, radix);
        now.sum += radix;
        now.code = now.code * MAX_CODELET_LENGTH + static_cast<std::uint64_t>(radix - 1);
        now.points /= static_cast<std::uint32_t>(radix);
    }

    //! The stages so far may cost less than the best.
    bool may_be_better()
    {
        const double least = least_cost(d_partial[d_pass.stages.size()]) - 1e-9;
        if (least + d_losses.least(d_pass.stages.front()) < d_least)
            return true;
        d_met = std::min(d_met, least);
        return false;
    }

    //! Of stages that are chosen up to one of them.
    struct partial_choice {
        int least = 0;            //!< points in registers where they are fewest, at most
        int largest = 1;          //!< radix
        int sum = 0;              //!< of radices
        std::uint32_t points = 1; //!< left for the others
        held_set most = 0;        //!< points held that they suit
        std::uint64_t code = 0;   //!< of the radices
    };

    //! No more than what the stages so far and those to come will cost.
    double least_cost(const partial_choice& now) const
    {
        const int least = now.least, largest = now.largest;
        double idle = 0;
        if (least < largest) {
            for (const auto& one : d_pass.stages)
                idle += least < one.radix ? 1 - least * d_shares[one.radix] : 0;
        }
        const auto columns = d_pass.columns.size;
        const double items = static_cast<double>(d_points * columns) / least;
        const bool may_be_short =
            items <= static_cast<double>(d_limits.subgroup * columns);
        const auto count = static_cast<double>(d_count);
        const double crowded = std::max(0, largest - COMFORTABLE_POINTS);
        double cost = may_be_short ? SHORT_ROWS.exchange * count + SHORT_ROWS.idle * idle
                                   : LONG_ROWS.exchange * count + LONG_ROWS.idle * idle;
        cost += LONG_ROWS.large * crowded / COMFORTABLE_POINTS;
        if (may_join(now))
            cost -= may_be_short ? SHORT_ROWS.exchange : LONG_ROWS.exchange;
        if (d_may_pair && !d_limits.is_cpu) {
            const double paired = PAIRED_STAGE * count + PAIRED_IDLE * idle +
                                  PAIRED_POINT * (now.sum / count - PAIRED_FEW);
            cost = std::min(cost, paired);
        }
        if (!d_limits.is_cpu && items > COMFORTABLE_ITEMS)
            cost += 0.1 * (items - COMFORTABLE_ITEMS) / COMFORTABLE_ITEMS;
        const double front = d_pass.stages.front().radix * d_shares[largest]; // at most
        return cost - MOST_FOR_ENDS / 2 * (1 + front);
    }

    //! The last two stages may keep the same points in registers, and some of all more
    //! than are comfortable: see has_joined_stages().
    bool may_join(const partial_choice& now) const
    {
        const auto made = d_pass.stages.size();
        if (d_count < 3 || d_pass.convolves || d_most_together <= COMFORTABLE_POINTS)
            return false;
        if (made + 2 < d_count)
            return true;
        const auto points = static_cast<int>(d_partial[d_count - 2].points);
        return std::max(points, now.largest) > COMFORTABLE_POINTS &&
               points <= d_most_together;
    }

    //! As many points in registers as the largest radix, or twice as many.
    void weigh()
    {
        if (d_may_pair)
            pair_ends(d_pass, d_most_held);
        int most = 0;
        for (std::size_t i = 0; i < d_pass.stages.size(); ++i)
            most = std::max(most, held(d_pass, i));
        weigh(most);
        if (2 * most <= MOST_FILLED_POINTS && 2 * most <= d_most_held)
            weigh(2 * most);
        weigh_joined(most);
    }

    //! The last two stages with the same points in registers, if the registers take them:
    //! that saves an exchange, which is worth large butterflies (128x128 on an H200: 0.83
    //! to 0.88 of a copy) and not small ones (64x64: 0.976 to 0.967).
    void weigh_joined(int most)
    {
        if (d_pass.stages.size() < 3 || d_pass.convolves)
            return;
        const int held = d_pass.stages.end()[-2].radix * d_pass.stages.end()[-1].radix;
        if (held < most || held > d_most_held || held <= COMFORTABLE_POINTS)
            return;
        pass& candidate = renewed_candidate();
        auto& one = candidate.stages.end()[-2];
        auto& other = candidate.stages.end()[-1];
        choose_fills(candidate, held, d_taken);
        one.fill = other.radix;
        other.fill = one.radix;
        if (has_joined_stages(candidate))
            weigh(candidate, held);
    }

    void weigh(int target)
    {
        if (has_lost(target))
            return;
        choose_fills(renewed_candidate(), target, d_taken);
        weigh(d_candidate, target);
    }

    //! Whatever the fills are, up to \p target points cost more than the best so far.
    bool has_lost(int target) const
    {
        const auto& s = d_pass.stages;
        const auto columns = d_pass.columns.size;
        const auto items = d_points * columns / target; // at least
        const bool may_join =
            s.size() > 2 && s.end()[-2].radix * s.back().radix <= target;
        if (d_pass.paired_input || d_pass.paired_output || may_join ||
            items <= d_limits.subgroup * columns)
            return false; // which cost otherwise
        double cost = LONG_ROWS.exchange * static_cast<double>(s.size()) - MOST_FOR_ENDS;
        if (target > COMFORTABLE_POINTS)
            cost += LONG_ROWS.large * (target - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
        return cost - 1e-9 >= d_least;
    }

    //! d_pass, without copying what never changes.
    pass& renewed_candidate()
    {
        d_candidate.stages = d_pass.stages;
        d_candidate.paired_input = d_pass.paired_input;
        d_candidate.paired_output = d_pass.paired_output;
        return d_candidate;
    }

    void weigh(const pass& candidate, int target)
    {
        const int items = employ(candidate);
        if (items > d_limits.max_work_items)
            return;
        if (d_limits.workgroup_registers &&
            items * registers_for(candidate, candidate.paired_output, target, d_limits) >
                d_limits.workgroup_registers)
            return;

        const bool is_short = items <= d_limits.subgroup * candidate.columns.size;
        const auto& costs = is_short ? SHORT_ROWS : LONG_ROWS;
        const bool is_paired =
            !d_limits.is_cpu && (candidate.paired_input || candidate.paired_output);
        double cost = is_paired ? paired_cost(candidate, items) : 0;
        for (std::size_t i = 0; i < candidate.stages.size() && !is_paired; ++i) {
            const double busy = static_cast<double>(d_active[i]) / items;
            cost += costs.exchange + costs.idle * (1 - busy);
            if (candidate.stages[i].fill > 1)
                cost += costs.fill;
        }
        const int unpaired =
            d_may_pair ? (has_paired_load(candidate) && !candidate.paired_input) +
                             (has_paired_store(candidate) && !candidate.paired_output)
                       : 0;
        cost += LOOKED_UP * unpaired;
        if (has_joined_stages(candidate) && target > COMFORTABLE_POINTS)
            cost -= costs.exchange;
        // Wide first and last stages keep global accesses in flight. A convolution turns
        // in its last one, which then holds more than its points.
        const int front = candidate.stages.front().radix;
        const int back = candidate.stages.back().radix;
        cost -= MOST_FOR_ENDS / 2 * (candidate.convolves ? front - back : front + back) /
                target;
        if (target > COMFORTABLE_POINTS && !is_paired)
            cost += costs.large * (target - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
        // All of them wait for each other at every exchange.
        if (!d_limits.is_cpu && items > COMFORTABLE_ITEMS)
            cost += 0.1 * (items - COMFORTABLE_ITEMS) / COMFORTABLE_ITEMS;
        if (cost < d_least && d_has_runs) {
            d_met = std::min(d_met, cost);
            const auto& s = candidate.stages;
            if (cost + d_losses.least(s.front(), s.back()) >= d_least)
                return;
            cost += d_losses.of(candidate);
        }
        if (cost < d_least) {
            d_least = cost;
            d_best = candidate.stages;
            d_best_unpaired = unpaired;
        }
    }

    //! Work-items of \p candidate; d_active: those that each stage employs.
    int employ(const pass& candidate)
    {
        const auto points = d_points * candidate.columns.size / candidate.cluster;
        int items = 1;
        d_active.clear();
        for (std::size_t i = 0; i < candidate.stages.size(); ++i) {
            d_active.push_back(static_cast<int>(points / held(candidate, i)));
            items = std::max(items, d_active.back());
        }
        return items;
    }

    /*!
     * Measured on an H200 from 64 to 16384 reals: few points in registers are worth a
     * third stage, and as many in all of them matter less than otherwise.
     */
    double paired_cost(const pass& p, int items) const
    {
        double cost = 0;
        for (std::size_t i = 0; i < p.stages.size(); ++i) {
            const double busy = static_cast<double>(d_active[i]) / items;
            cost += PAIRED_STAGE + PAIRED_IDLE * (1 - busy) +
                    PAIRED_POINT * (held(p, i) - PAIRED_FEW) /
                        static_cast<double>(p.stages.size());
        }
        return cost;
    }

    twiddle_source source_for(const stage& s) const
    {
        if (d_pass.is_real())
            return twiddle_source::full; // there are none
        // Short tables stay in the L1, where little of that is local memory; beyond,
        // fewer loads are worth the products.
        if (s.radix <= 2 || d_points * d_pass.columns.size <= 2048)
            return twiddle_source::full;
        return d_request.lengths[s.dimension] < 8192 ? twiddle_source::m2
                                                     : twiddle_source::m3;
    }

    stage_request d_request;
    device_limits d_limits;
    int d_most_held;
    int d_most_together; //!< by any stage, fills included
    std::optional<held_points> d_held;
    dead_ends d_dead_ends;
    bool d_may_pair = false; //!< ends may want opposite points
    std::int64_t d_points = 1;
    stage_divisions d_divided;
    std::vector<std::size_t> d_state_steps; //!< of what is left of each dimension
    std::size_t d_count = 0;
    std::array<partial_choice, MOST_STAGES + 1> d_partial; //!< after so many stages
    std::array<double, MAX_CODELET_LENGTH + 1> d_shares;   //!< of one point in so many
    pass d_pass;
    pass d_candidate;         //!< d_pass with fills
    std::vector<int> d_taken; // of choose_fills(), and active work-items: kept memory
    std::vector<int> d_active;
    bool d_any_will_do = false;
    bool d_has_runs = false; //!< at the ends, which orders of dimensions differ in
    run_losses d_losses;
    known_orders d_orders;
    double d_met = 0; //!< the least cost without runs behind the stages so far
    std::vector<stage> d_best;
    int d_best_unpaired = 0; // ends
    static constexpr double NEVER = std::numeric_limits<double>::max();
    double d_least = NEVER;
};

} // namespace

std::optional<std::vector<stage>> choose_stages(const stage_request& r,
                                                const device_limits& limits)
{
    return stage_search(r, limits).run();
}

bool has_stages(const stage_request& r, const device_limits& limits)
{
    return stage_search(r, limits).has_any();
}

} // namespace gpufft
