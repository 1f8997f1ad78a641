/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H

#include "plan/ir/histogram.h"
#include <gpufft/device_limits.h>
#include <cstdint>

namespace gpufft {

//! Neighbouring bins that a work-item of a CPU device counts together, at most as many as
//! there are: histogram_blocks::lanes.
int histogram_lanes(const histogram_shape& s, const device_limits& limits);

/*!
 * Threads of a CPU device that count each into a histogram of its own, the frames that it
 * has transformed; 0: the device's threads take no rows, the spectra are so long that few
 * frames stay in a core's cache, or the histograms would be too much memory.
 */
std::int64_t histogram_threads(const histogram_blocks& b, const device_limits& limits);

//! Frames that a thread transforms before it counts them.
std::int64_t histogram_slice_frames(const histogram_shape& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_HISTOGRAM_LANES_H */
