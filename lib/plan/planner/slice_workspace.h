/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H

#include "plan/ir/plan.h"
#include "plan/ir/small_batch_plan.h"
#include <optional>

/*!
 * Passes of several dimensions leave their data in the output for the next ones. Where
 * threads take rows through all passes, a workspace of one row's size for each thread
 * stays in the caches, and the last pass may use non-temporal stores: the output is then
 * written once, and nothing of it is read, which is faster for many rows, see
 * measurements.md, "Many rows in a thread's workspace". A small batch, whose output the
 * caches hold, is faster in the output.
 */
namespace gpufft {

//! Makes passes of \p p, a plan whose threads take rows, leave their data in the
//! workspace where the last one then uses non-temporal stores.
void keep_slices_in_workspace(plan& p);

//! The plan \p many with data left in the output, and the rows up to which that is
//! faster; nothing where \p many does not leave data in the workspace.
std::optional<small_batch_plan> keep_small_batch_in_output(const plan& many);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SLICE_WORKSPACE_H */
