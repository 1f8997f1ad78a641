/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_BEGIN_VECTOR_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_BEGIN_VECTOR_PASS_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/vector_kernel.h"
#include <gpufft/device_limits.h>

namespace gpufft {

//! A vector kernel for all compute units of the device.
vector_kernel
make_vector_kernel(lane_kind lanes_are, int lanes, const device_limits& limits);

//! A pass over the dimensions of \p r with its load and store operations, by a vector
//! kernel. Its stages are missing, and bind_sides() has to place it in memory.
pass begin_vector_pass(const dft_problem& r,
                       lane_kind lanes_are,
                       int lanes,
                       const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_BEGIN_VECTOR_PASS_H */
