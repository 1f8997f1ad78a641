/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/histogram_lanes.h"
#include <algorithm>

namespace gpufft {

namespace {

// Spectra that a thread stores and then counts: they stay in the second-level cache of
// its core, beside what they hit of the counts: see measurements.md, "Frames that a
// thread counts".
constexpr std::int64_t SLICE_BYTES = std::int64_t(256) << 10;
// What a slice hits of the counts comes from farther caches once: of fewer frames that
// takes longer than spectra that another core has.
constexpr std::int64_t FEWEST_SLICE_FRAMES = 16;
// Histograms of all threads together, of which there are two.
constexpr std::int64_t MOST_BYTES_OF_THREADS = std::int64_t(64) << 20;

} // namespace

int histogram_lanes(const histogram_shape& s, const device_limits& limits)
{
    int lanes = std::clamp(limits.vector_width, 1, 16);
    while (lanes > s.bins)
        lanes /= 2;
    return lanes;
}

std::int64_t histogram_threads(const histogram_blocks& b, const device_limits& limits)
{
    if (!limits.threads_take_rows ||
        histogram_slice_frames(b.shape) < FEWEST_SLICE_FRAMES)
        return 0;
    const thread_counts all = { b, std::max(1, limits.compute_units) };
    const auto bytes = all.threads * all.stride() * std::int64_t(sizeof(std::uint32_t));
    return bytes <= MOST_BYTES_OF_THREADS ? all.threads : 0;
}

std::int64_t histogram_slice_frames(const histogram_shape& s)
{
    return SLICE_BYTES / (s.bins * std::int64_t(sizeof(float)));
}

} // namespace gpufft
