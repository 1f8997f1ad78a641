/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_MEDIAN_H
#define INCLUDED_GPUFFT_LIB_BASE_MEDIAN_H

#include <algorithm>
#include <vector>

namespace gpufft {

//! Middle one; of an even number the upper. \p x is not empty.
inline double median(std::vector<double> x)
{
    std::sort(x.begin(), x.end());
    return x[x.size() / 2];
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_MEDIAN_H */
