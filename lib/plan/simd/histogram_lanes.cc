/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/simd/histogram_lanes.h"
#include <algorithm>

namespace gpufft {

int histogram_lanes(const histogram_shape& s, const device_limits& limits)
{
    // A column of counts stays in the first-level cache, where a CPU has its local
    // memory.
    const auto cached = cpu_model_of(limits).l1_bytes / std::int64_t(sizeof(float));
    // One more level is for what is no number.
    const auto room = limits.local_memory_bytes / std::int64_t(sizeof(float));
    int lanes = std::clamp(limits.vector_width, 1, 16);
    // A centred histogram begins in the middle of the bins, at a whole number of vectors.
    while (lanes > 1 && (s.bins % (2 * lanes) || lanes * s.levels > cached ||
                         lanes * (s.levels + 1) > room))
        lanes /= 2;
    return lanes;
}

} // namespace gpufft
