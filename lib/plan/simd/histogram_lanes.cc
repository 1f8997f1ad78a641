/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/histogram_lanes.h"
#include <algorithm>

namespace gpufft {

int histogram_lanes(const histogram_shape& s, const device_limits& limits)
{
    int lanes = std::clamp(limits.vector_width, 1, 16);
    while (lanes > s.bins)
        lanes /= 2;
    return lanes;
}

} // namespace gpufft
