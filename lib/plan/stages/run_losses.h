/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_RUN_LOSSES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_RUN_LOSSES_H

#include "plan/ir/pass.h"
#include "plan/stages/stage_divisions.h"
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * The loss where the work-items of a transaction touch few neighbours, in which the
 * stages of several dimensions differ: 0 for whole transactions. A lower bound is known
 * before all stages are: the first stage has its points in registers where it loads, the
 * last one where it stores, so neither are in the runs.
 */
class run_losses
{
public:
    run_losses() = default;
    //! \param p        has its dimensions, columns, load and store operations
    //! \param lengths  points of the pass along each dimension
    run_losses(const pass& p,
               const std::vector<std::int64_t>& lengths,
               stage_divisions& divided);

    //! The least loss of stages of which \p first is the first.
    double least(const stage& first) const
    {
        return d_input.empty() ? 0 : d_input[index(first)] + d_least_output;
    }
    //! The least loss of stages from \p first to \p last.
    double least(const stage& first, const stage& last) const
    {
        return d_input.empty() ? 0 : d_input[index(first)] + d_output[index(last)];
    }
    //! The loss of \p p, whose stages are set.
    double of(const pass& p) const;

private:
    static std::size_t index(const stage& s);

    bool d_loads = false; //!< loads are in runs
    bool d_stores = false;
    std::vector<double> d_input;  //!< by the dimension and radix of the first stage
    std::vector<double> d_output; //!< by the dimension and radix of the last stage
    double d_least_output = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_RUN_LOSSES_H */
