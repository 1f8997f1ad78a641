/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_COSTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_COSTS_H

#include "codelet/codelet.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Points in registers: more of them only where they save a stage.
constexpr int COMFORTABLE_POINTS = 20;

//! Points that stage \p i of \p p keeps in registers; see pass::points_per_item(), which
//! also knows of steps.
inline int held_by(const pass& p, std::size_t i)
{
    return p.stages[i].radix * (p.is_paired(i) ? p.butterflies(i) : p.stages[i].per_item);
}

//! Work-items of a tile.
struct items_at_work {
    int all = 1;
    std::vector<int> active; //!< in each stage
};

//! Facts of stages of which only the first are chosen.
struct stage_bounds {
    std::size_t count = 0; //!< of all stages
    int least = 0;         //!< points in registers where they are fewest, at most
    int largest = 1;       //!< radix of those chosen
    int sum = 0;           //!< of radices of those chosen
    bool may_join = false; //!< the last two may keep the same points in registers
};

/*!
 * \brief What stages of work-items cost, in exchanges of long rows
 *
 * Each stage costs an exchange, idle work-items in it, and points in registers beyond a
 * comfortable number. Runs of neighbours in loads and stores are not counted here:
 * run_losses.h. Incomplete stages have the least cost that they may come to, so that a
 * search can leave them out.
 */
class stage_costs
{
public:
    //! \param shaped    the pass, but for its stages
    //! \param points    of it, in all dimensions
    //! \param may_pair  may_have_pairs() of them
    stage_costs(const pass& shaped,
                std::int64_t points,
                bool may_pair,
                const device_limits& limits);

    //! Cost of \p p, whose stages hold up to \p held points.
    double of(const pass& p, const items_at_work& items, int held) const;

    //! Load and store operations of \p p that look their conjugate pairs up, since these
    //! are not in registers.
    int unpaired_io(const pass& p) const;

    //! The least cost of stages that begin with \p chosen.
    double least(const std::vector<stage>& chosen, const stage_bounds& known) const;

    //! The least cost of \p p whatever its butterflies per item are, with up to \p held
    //! points in registers; minus infinity where pairs are in registers, stages may be
    //! joined, or rows may be short.
    double least_held(const pass& p, int held) const;

private:
    double of_unpaired(const pass& p, const items_at_work& items) const;
    double of_paired(const pass& p, const items_at_work& items) const;
    //! All \p items wait for each other at every exchange.
    double of_waiting(double items) const;

    std::int64_t d_tile_points;
    std::int64_t d_short_items; //!< at most, where a subgroup takes a row
    bool d_may_pair;
    bool d_is_cpu;
    bool d_is_indexed;                                   //!< the load or store operation
    std::array<double, MAX_CODELET_LENGTH + 1> d_shares; //!< of one point in so many
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_COSTS_H */
