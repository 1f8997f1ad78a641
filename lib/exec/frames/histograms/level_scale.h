/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_SCALE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_SCALE_H

#include "plan/ir/histogram.h"
#include <cstdint>

namespace gpufft {

//! What the levels of a histogram mean.
struct level_scale {
    double factor = 1; //!< of |X|^2; > 0
    double lowest_db = -120;
    double highest_db = 0;
    bool centered = false; //!< bin 0 at place bins / 2
};

//! Where a value is counted: level value * slope + offset, as far as there are levels,
//! and the place `rotation` before that of its bin, around the circle.
struct level_line {
    double slope = 0, offset = 0;
    std::uint32_t rotation = 0;
};
//! The line of log2(|X|^2).
level_line levels_of_powers(const histogram_shape& shape, const level_scale& scale);
//! The line of 10 log10(factor |X|^2).
level_line levels_of_decibels(const histogram_shape& shape, const level_scale& scale);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_SCALE_H */
