/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_ENDS_POINTWISE_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_ENDS_POINTWISE_PASS_H

#include "plan/strategies/strategy.h"

namespace gpufft {

//! The pass without stages from r.in through r.load and r.store to r.out.
pass make_pointwise_pass(const core_request& r);

//! make_pointwise_pass() in the widest vectors that divide its points, where there are.
pass make_vector_ends(const core_request& r, const device_limits& limits);

//! The core of \p r, whose ends are passes of their own, out of place: just its own
//! points where it is a DFT by a longer convolution.
core_request core_between_ends(const core_request& r);

//! Has \p inner leave its outputs in the scratch, before what it needs of that itself.
void leave_in_scratch(core_request& inner);

//! The pass that stores what the core \p inner of \p r has left in the scratch.
pass make_last_pass(const core_request& r,
                    const core_request& inner,
                    const device_limits& limits);

//! Reals that \p end has two to a point, neighbours all along \p side, are complex points
//! as they lie: makes both so. \return false  they do not lie so, and nothing has changed
bool take_pairs_as_complex(end_operation& end, core_side& side);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_ENDS_POINTWISE_PASS_H */
