/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H

#include "plan/ir/plan.h"
#include "plan/ir/small_batch_plan.h"
#include <optional>

/*!
 * Passes of several dimensions leave their data in the output for the next ones. Where
 * threads take rows through all passes, a scratch of one row's size for each thread stays
 * in the caches, and the last pass may store past them: the output is then written
 * once, and nothing of it is read, which is faster for many rows, see measurements.md,
 * "Many rows in a thread's scratch". Few rows, whose output the caches hold, are faster
 * there.
 */
namespace gpufft {

//! Has passes of \p p, a plan whose threads take rows, leave their data in the scratch
//! where the last one then streams.
void keep_slices_in_workspace(plan& p);

//! \p many once more with data left in the output, for as many rows as that is worth it;
//! nothing where that is no question.
std::optional<small_batch_plan> keep_small_batch_in_output(const plan& many);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H */
