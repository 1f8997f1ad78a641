/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H

#include "plan/ir/histogram.h"
#include <gpufft/device_limits.h>

namespace gpufft {

//! Neighbouring bins that a work-item of a CPU device counts together, at most as many as
//! there are: histogram_blocks::lanes.
int histogram_lanes(const histogram_shape& s, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H */
