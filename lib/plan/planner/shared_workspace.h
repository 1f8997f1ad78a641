/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHARED_WORKSPACE_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHARED_WORKSPACE_H

#include "plan/ir/plan.h"

namespace gpufft {

/*!
 * Passes that share the workspace find each row's part in one place: passes that count
 * the transform's rows, and passes that count rows of their own and have the workspace to
 * themselves.
 */
void set_workspace_distances(plan& p);

//! Some of \p passes count rows of their own, and others do not.
bool rows_differ(const std::vector<pass>& passes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHARED_WORKSPACE_H */
