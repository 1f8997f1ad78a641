/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H

#include "plan/ir/pass.h"

namespace gpufft {

//! The kind of lanes that the dimensions, the grid and the ends of \p p leave, given
//! whether its lanes are points of a row.
lane_kind lane_kind_of(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H */
