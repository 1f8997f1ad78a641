/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H

#include <cstdint>

namespace gpufft {

constexpr std::int64_t MOST_LEVELS = 4096;

//! Size of a histogram of powers: [levels][bins], the lowest level first.
struct histogram_shape {
    std::int64_t bins = 1024;
    std::int64_t levels = 256;

    std::int64_t places() const { return bins * levels; }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H */
