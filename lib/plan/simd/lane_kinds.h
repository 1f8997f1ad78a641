/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H

#include "plan/ir/pass.h"

namespace gpufft {

//! Kind of the lanes of \p p where they are points of a row, which \p p tells by its
//! dimensions.
lane_kind lane_kind_within(const pass& p);

//! Kind of the lanes of \p p where each is a row or a column, which \p p tells by its
//! grid, its dimensions and its ends.
lane_kind lane_kind_across(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_LANE_KINDS_H */
