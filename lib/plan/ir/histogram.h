/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H

#include <gpufft/device_limits.h>
#include <cstdint>

namespace gpufft {

constexpr std::int64_t MOST_LEVELS = 4096;

//! Size of a histogram of powers: [levels][bins], the lowest level first.
struct histogram_shape {
    std::int64_t bins = 1024;
    std::int64_t levels = 256;

    std::int64_t places() const { return bins * levels; }
};

//! Neighbouring bins that a work-item of a CPU device counts together, in vectors and
//! local memory; divides the bins, and their half where that is whole.
int histogram_lanes(const histogram_shape& s, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H */
