/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_WINDOW_TAPS_H
#define INCLUDED_GPUFFT_WINDOW_TAPS_H

#include <initializer_list>
#include <utility>
#include <vector>

namespace gpufft {

//! Factors for the points of a row, from vectors of either precision. Rounded to that of
//! the transform.
struct window_taps {
    window_taps() = default;
    window_taps(std::vector<double> taps) : values(std::move(taps)) {}
    window_taps(const std::vector<float>& taps) : values(taps.begin(), taps.end()) {}
    window_taps(std::initializer_list<double> taps) : values(taps) {}

    std::vector<double> values;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_WINDOW_TAPS_H */
