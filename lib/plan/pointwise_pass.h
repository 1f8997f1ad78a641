/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_POINTWISE_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_POINTWISE_PASS_H

#include "plan/strategy.h"

namespace gpufft {

//! The pass without stages from r.in through r.load and r.store to r.out.
pass make_pointwise_pass(const core_request& r);

//! Reals that \p end has two to a point, neighbours all along \p side, are complex points
//! as they lie: makes both so. \return false  they do not lie so, and nothing has changed
bool take_pairs_as_complex(end_operation& end, core_side& side);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_POINTWISE_PASS_H */
