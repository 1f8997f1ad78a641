/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/planner/cached_slices.h"
#include "tune/candidates/slice_choices.h"
#include <limits>

namespace gpufft {

namespace {

// Bytes of workspace that all slices under way use: a part of what caches of GPUs hold,
// since inputs and outputs pass through them as well, see measurements.md,
// "Workspace of slices".
constexpr std::int64_t CACHE_BYTES[] = { std::int64_t(8) << 20, std::int64_t(32) << 20 };
constexpr int CHAINS[] = { 1, 2, 4 };
constexpr int MOST_CONCURRENT_SLICES = 16; // side by side; each adds workspace

plan with_slices(const plan& p, std::int64_t rows, int concurrent_slices)
{
    plan result = p;
    result.slice_rows = static_cast<std::uint32_t>(rows);
    result.concurrent_slices = concurrent_slices;
    return result;
}

} // namespace

std::vector<plan> other_slices(const plan& p)
{
    std::vector<plan> all;
    if (p.limits.is_cpu || p.passes.size() < 2 || bytes_between_passes(p) == 0)
        return all;
    if (p.slice_rows) {
        const std::int64_t rows = p.slice_rows;
        if (2 * rows <= std::numeric_limits<std::uint32_t>::max())
            all.push_back(with_slices(p, 2 * rows, p.concurrent_slices));
        if (rows > 1)
            all.push_back(with_slices(p, rows / 2, p.concurrent_slices));
        if (p.concurrent_slices < MOST_CONCURRENT_SLICES)
            all.push_back(with_slices(p, rows, p.concurrent_slices + 1));
        if (p.concurrent_slices > 1)
            all.push_back(with_slices(p, rows, p.concurrent_slices - 1));
        all.push_back(with_slices(p, 0, 1));
        return all;
    }
    const auto row_bytes = bytes_between_passes(p);
    for (const auto bytes : CACHE_BYTES) {
        for (const int concurrent_slices : CHAINS) {
            if (const auto rows = bytes / (concurrent_slices * row_bytes); rows > 0)
                all.push_back(with_slices(p, rows, concurrent_slices));
        }
    }
    return all;
}

} // namespace gpufft
