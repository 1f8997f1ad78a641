/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H

#include "plan/ir/pass.h"

namespace gpufft {

//! The kind of lanes that follows from the dimensions, the grid and the load and store
//! operations of \p p, given whether its lanes are points of a row.
lane_kind lane_kind_of(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H */
