/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_CACHED_SLICES_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_CACHED_SLICES_H

#include "plan/ir/plan.h"
#include <cstdint>

/*!
 * On GPUs a slice of a plan is the rows that go through all passes before others do. What
 * a pass leaves for the next one is then still in the second-level cache, and memory
 * moves input and output alone. Slices side by side fill the compute units that the end
 * of a pass leaves idle.
 */
namespace gpufft {

//! Bytes of a row that passes of \p p leave for others, in the workspace and in the
//! output; 0 with one pass.
std::int64_t bytes_between_passes(const plan& p);

//! Makes rows of \p p, three passes of workgroups or more, go through them in slices
//! where the second-level cache is known to hold what lies between the passes.
void slice_for_caches(plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_CACHED_SLICES_H */
