/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_ROW_PER_THREAD_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_ROW_PER_THREAD_H

#include "plan/ir/plan.h"

/*!
 * On CPU devices whose threads take rows, a slice of a plan is the rows that one thread
 * takes through all passes by itself: the outputs of a pass are then in the caches of the
 * core that loads them next, and no thread waits for others between the passes. Outputs
 * that the next pass loads do not bypass the caches.
 */
namespace gpufft {

//! Each row is whole tiles of every pass of \p p, on a device whose threads take rows.
bool threads_may_take_rows(const plan& p, const device_limits& limits);

//! Makes threads take rows of \p p where that is worth it.
void slice_for_threads(plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_ROW_PER_THREAD_H */
