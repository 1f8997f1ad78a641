/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/stages/best_stages.h"
#include "plan/stages/known_orders.h"
#include "plan/stages/stage_choice.h"
#include "plan/stages/stage_divisions.h"
#include "plan/stages/stage_per_item.h"
#include "plan/stages/stage_prefixes.h"
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

constexpr int MOST_ALONE = 16; // points of a real transform that one work-item takes
constexpr int FEW_PAIRS = 32;  // points that two stages take best

std::int64_t points_of_pass(const stage_request& r)
{
    std::int64_t points = 1;
    for (const auto length : r.lengths)
        points *= length;
    return points;
}

class stage_search
{
public:
    stage_search(const stage_request& r, const device_limits& limits)
        : d_lengths(r.lengths),
          d_limits(limits),
          d_points(points_of_pass(r)),
          d_may_pair(may_have_pairs(r.shaped, d_points)),
          d_has_runs(r.lengths.size() > 1),
          d_most_held(most_points_per_item(limits, r.shaped.number) *
                      (r.shaped.is_real() ? 2 : 1)),
          d_most_together(d_most_held),
          d_divided(d_most_held, MOST_CHOSEN_STAGES, r.shaped.is_real()),
          d_pass(r.shaped),
          d_costs(r.shaped, d_points, d_may_pair, limits),
          d_best(r.shaped, d_points, d_most_held, d_costs, limits)
    {
        d_pass.stages.clear();
    }

    std::optional<std::vector<stage>> run()
    {
        if (d_points == 1) {
            return std::vector<stage>{ { 1, 1, twiddle_source::full } };
        }
        if (!can_begin())
            return std::nullopt;
        // Another stage costs more than anything else: stop at the least number.
        for (d_count = least_stages();
             d_count <= MOST_CHOSEN_STAGES && !d_best.has_any();)
            descend_and_count();
        // Load or store operations that look their pairs up cost as much as a stage; and
        // where they do not, a third stage is cheap.
        const bool is_short = d_count == 3 && d_points > FEW_PAIRS && is_paired_request();
        if ((d_best.unpaired_io() || (is_short && !d_limits.is_cpu)) &&
            d_count <= MOST_CHOSEN_STAGES)
            descend_and_count();
        // In short rows an exchange costs little.
        if (d_best.has_any() && !d_has_runs && !is_paired_request() &&
            d_points <= COMFORTABLE_POINTS * d_limits.subgroup &&
            d_count <= MOST_CHOSEN_STAGES)
            descend_and_count();
        if (!d_best.has_any())
            return std::nullopt;
        auto best = d_best.stages();
        for (auto& s : best)
            s.twiddles = source_for(s);
        return best;
    }

    bool has_any()
    {
        d_any_will_do = true;
        return run().has_value();
    }

private:
    //! Some stages may fit the work-items and their registers.
    bool can_begin()
    {
        for (const auto length : d_lengths) {
            for (const auto& [radix, rest] : d_divided.of(length).first)
                d_most_together = std::max(d_most_together, radix);
        }
        if (!fits_workgroup(d_pass,
                            d_points * d_pass.columns.size,
                            std::max(d_most_held, MAX_CODELET_PRIME),
                            d_limits))
            return false;
        points_per_item held(d_most_together, d_may_pair, [this](int most) {
            return least_held(d_pass, d_points, most, d_may_pair, d_limits);
        });
        if (!held.has_any())
            return false;
        d_begun.emplace(std::move(held), d_most_together, d_points);
        d_pass.stages.reserve(MOST_CHOSEN_STAGES);
        if (d_has_runs)
            d_losses = run_losses(d_pass, d_lengths, d_divided);
        return true;
    }

    void descend_and_count()
    {
        std::vector<const stage_division*> all;
        std::size_t fewest = 0;
        std::size_t states = 1;
        std::size_t state = 0;
        d_state_steps.clear();
        for (const auto length : d_lengths) {
            const auto& whole = d_divided.of(length);
            all.push_back(&whole);
            fewest += whole.fewest;
            d_state_steps.push_back(states);
            state += states * whole.number;
            states *= whole.number + 1;
        }
        d_begun->begin(d_count);
        if (fewest <= d_count)
            descend(all, fewest, state);
        ++d_count;
    }

    //! Pairs are loaded for and stored to a row, which more than one work-item shares.
    std::size_t least_stages() const
    {
        return is_paired_request() && d_points > MOST_ALONE ? 2 : 1;
    }

    //! One dimension, whole, with a store operation that needs conjugate pairs.
    bool is_paired_request() const
    {
        const auto& p = d_pass;
        return p.dimensions.size() == 1 && p.dimensions.front().length == d_points &&
               p.store.needs_pairs();
    }

    /*!
     * Finds stages for the rest of each dimension, \p fewest at least.
     * \param state  number of that rest
     * \return the most points per item at which some stages fit the work-items, as far as
     * that is known: with any other value that was asked for, none fits
     */
    held_set descend(std::vector<const stage_division*>& rest,
                     std::size_t fewest,
                     std::size_t state)
    {
        auto& stages = d_pass.stages;
        const auto left = d_count - stages.size();
        if (!left) {
            weigh();
            return d_begun->after(stages.size()).most;
        }
        held_set fit = 0;
        for (std::size_t d = 0; d < rest.size(); ++d) {
            const auto* whole = rest[d];
            const auto others = fewest - whole->fewest;
            for (const auto& [radix, less] : whole->first) {
                if (others + less->fewest >= left)
                    continue;
                const auto most = d_begun->most_with(stages, radix);
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
                if (d_any_will_do && d_best.has_any())
                    return fit;
            }
            rest[d] = whole;
        }
        return fit;
    }

    //! After a new stage: descend(), if that may lead to anything better. \p most are the
    //! values of the most points per item that are asked for.
    held_set go_on(std::vector<const stage_division*>& rest,
                   std::size_t fewest,
                   std::size_t state,
                   held_set most)
    {
        const auto chosen = d_pass.stages.size();
        // The state: all that later stages depend on.
        const auto end = (state * (MAX_CODELET_LENGTH + 1) +
                          static_cast<std::size_t>(d_pass.stages.back().radix)) *
                             (MOST_CHOSEN_STAGES + 1) +
                         d_count - chosen;
        most &= ~d_dead_ends.at(end);
        if (!most)
            return 0;
        const auto& now = d_begun->add(d_pass.stages, most);
        if (!may_be_better(now))
            return most;
        if (d_has_runs && !d_may_pair) {
            const known_orders::prefix so_far{
                now.code * (MOST_CHOSEN_STAGES + 1) + d_count - chosen,
                d_orders.number_of(d_lengths, rest, d_state_steps)
            };
            const double known = d_orders.least_cost(so_far);
            if (known + d_losses.least(d_pass.stages.front()) >= d_best.cost()) {
                d_met = std::min(d_met, known);
                return most;
            }
            const double before = std::exchange(d_met, best_stages::NEVER);
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

    //! The stages so far, \p now, may cost less than the best.
    bool may_be_better(const stage_prefix& now)
    {
        const stage_bounds known{
            d_count, now.least, now.largest, now.sum, may_join(now)
        };
        const double least = d_costs.least(d_pass.stages, known) - 1e-9;
        if (least + d_losses.least(d_pass.stages.front()) < d_best.cost())
            return true;
        d_met = std::min(d_met, least);
        return false;
    }

    //! The last two stages may keep one set of points in registers, and some stage holds
    //! more than is comfortable: see has_joined_stages().
    bool may_join(const stage_prefix& now) const
    {
        const auto chosen = d_pass.stages.size();
        if (d_count < 3 || d_pass.convolves || d_most_together <= COMFORTABLE_POINTS)
            return false;
        if (chosen + 2 < d_count)
            return true;
        const auto points = static_cast<int>(d_begun->after(d_count - 2).points);
        return std::max(points, now.largest) > COMFORTABLE_POINTS &&
               points <= d_most_together;
    }

    void weigh()
    {
        if (d_may_pair)
            pair_io(d_pass, d_most_held);
        d_met = std::min(d_met, d_best.weigh(d_pass, d_losses));
    }

    twiddle_source source_for(const stage& s) const
    {
        if (d_pass.is_real())
            return twiddle_source::full; // there are none
        // Short tables stay in the L1, where little of that is local memory; beyond,
        // fewer loads are worth the products.
        if (s.radix <= 2 || d_points * d_pass.columns.size <= 2048)
            return twiddle_source::full;
        return d_lengths[s.dimension] < 8192 ? twiddle_source::m2 : twiddle_source::m3;
    }

    std::vector<std::int64_t> d_lengths;
    device_limits d_limits;
    std::int64_t d_points;
    bool d_may_pair; //!< load or store may want conjugate pairs
    bool d_has_runs; //!< of loads or stores, in which orders of dimensions differ
    int d_most_held;
    int d_most_together; //!< by any stage, butterflies per item included
    stage_divisions d_divided;
    std::vector<std::size_t> d_state_steps; //!< of the rest of each dimension
    std::size_t d_count = 0;
    pass d_pass;
    std::optional<stage_prefixes> d_begun;
    dead_ends d_dead_ends;
    stage_costs d_costs;
    run_losses d_losses;
    known_orders d_orders;
    double d_met = 0; //!< the least cost without runs behind the stages so far
    best_stages d_best;
    bool d_any_will_do = false;
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
