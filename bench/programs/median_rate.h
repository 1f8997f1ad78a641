/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_MEDIAN_RATE_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_MEDIAN_RATE_H

#include <algorithm>
#include <vector>

namespace gpufft::testing {

//! Median and extremes of measurements of one thing: something a second, or a ratio.
struct rate {
    double median = 0;
    double lowest = 0;
    double highest = 0;
};

inline rate rate_of(std::vector<double> measured)
{
    std::sort(measured.begin(), measured.end());
    return { measured[measured.size() / 2], measured.front(), measured.back() };
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_MEDIAN_RATE_H */
