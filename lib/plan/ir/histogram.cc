/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/histogram.h"
#include <algorithm>

namespace gpufft {

namespace {

// What a column of counts may take of a CPU's first-level cache, which local memory is
// in, beside the powers that are read.
constexpr std::int64_t CACHE_BYTES = 32 * 1024;

} // namespace

int histogram_lanes(const histogram_shape& s, const device_limits& limits)
{
    const auto room = std::min(CACHE_BYTES, limits.local_memory_bytes) / 4;
    int lanes = std::clamp(limits.vector_width, 1, 16);
    // A centred histogram begins in the middle of the bins, at a whole number of vectors.
    while (lanes > 1 && (s.bins % (2 * lanes) || lanes * s.levels > room))
        lanes /= 2;
    return lanes;
}

} // namespace gpufft
