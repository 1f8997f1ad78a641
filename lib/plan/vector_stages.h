/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_VECTOR_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_VECTOR_STAGES_H

#include "plan/core_request.h"
#include "plan/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! The SIMD form knows the ends of \p r: complex values or reals that follow one another
//! in a row of their own, or points whatever apart with neither window nor rotation.
bool vectors_take(const core_request& r);

//! No window and no rotation: the ends need no index.
bool is_plain(const core_request& r);

//! Widest vector of the device for the arithmetic of \p r, in reals.
int widest_vector(const core_request& r, const device_limits& limits);

//! Vectors of scratch that a worker of the SIMD form may have to itself, and a lane count
//! is worth: half a MiB.
std::int64_t most_scratch_vectors(int lanes);

//! Workgroups that share the work of a SIMD pass.
int worker_count(const device_limits& limits);

//! As few stages as cover \p points, as even as possible, of radices that the vector
//! registers hold; empty where none do.
std::vector<stage> choose_vector_stages(std::int64_t points);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_VECTOR_STAGES_H */
