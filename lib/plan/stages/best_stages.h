/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_BEST_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_BEST_STAGES_H

#include "plan/stages/run_losses.h"
#include "plan/stages/stage_costs.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace gpufft {

/*!
 * \brief The best of the stages that a search comes to
 *
 * The search says radices in an order. They are weighed as they are, with butterflies per
 * item for up to twice as many points in registers, and with the last two stages joined,
 * where a workgroup has work-items and registers for that.
 */
class best_stages
{
public:
    //! No stages cost as much.
    static constexpr double NEVER = std::numeric_limits<double>::max();

    //! \param shaped     the pass, but for its stages
    //! \param points     of it, in all dimensions
    //! \param most_held  most points of a work-item
    //! \param costs      outlives this
    best_stages(const pass& shaped,
                std::int64_t points,
                int most_held,
                const stage_costs& costs,
                const device_limits& limits);

    /*!
     * Weighs the pass \p p, whose stages have radices and no butterflies per item yet,
     * and whose load and store operations are paired where they can be.
     *
     * \return the least that any of its stages cost without losses of runs, where that is
     * less than the best before it; else NEVER
     */
    double weigh(const pass& p, const run_losses& losses);

    bool has_any() const { return !d_best.empty(); }
    //! NEVER where there is none.
    double cost() const { return d_cost; }
    const std::vector<stage>& stages() const { return d_best; }
    //! Load and store operations that look up their conjugate pairs.
    int unpaired_io() const { return d_unpaired_io; }

private:
    void weigh_held(const pass& p, int held);
    void weigh_joined(const pass& p, int most);
    void weigh_filled(int held);
    pass& renewed(const pass& p);
    void employ();

    device_limits d_limits;
    std::int64_t d_points;
    int d_most_held;
    const stage_costs& d_costs;
    const run_losses* d_losses = nullptr; // of the stages that are weighed
    double d_met = NEVER;                 // without losses of runs
    pass d_candidate;
    std::vector<int> d_taken; // of choose_per_item(): kept memory
    items_at_work d_items;    // of d_candidate
    std::vector<stage> d_best;
    int d_unpaired_io = 0;
    double d_cost = NEVER;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_BEST_STAGES_H */
