/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_ROUNDED_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_ROUNDED_H

#include <cmath>

namespace gpufft::app {

//! \p value without digits that were not measured.
inline double rounded(double value, int digits)
{
    const double unit = std::pow(10, digits);
    return std::round(value * unit) / unit;
}

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_ROUNDED_H */
