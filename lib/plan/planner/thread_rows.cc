/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/planner/slice_scratch.h"
#include "plan/planner/thread_rows.h"
#include "plan/simd/streaming.h"
#include <algorithm>

namespace gpufft {

namespace {

// Shortest row of several dimensions that a thread takes: a pass of shorter ones takes
// little more than its launch.
constexpr std::int64_t FEWEST_POINTS = 16 * 1024;
// Shortest row of one dimension that a thread takes. Its passes leave all rows in a
// scratch beside input and output: 4725 to 11025 points take 0.66 to 0.8 of the time, but
// 65x72, 96x96 and 120x120, which go on in the output, 0.8 to 1.4 times as long.
constexpr std::int64_t FEWEST_IN_SCRATCH = 4 * 1024;

// Longest row that a thread takes, in bytes. Of two threads with a row each, longer ones
// leave the caches as all rows do, and take 1.0 to 1.1 times as long (1024x1024, 2^20
// points, third level of 32 MiB).
constexpr std::int64_t MOST_BYTES = 4 * 1024 * 1024;

//! A row of the transform is tiles of its own.
bool has_whole_rows(const pass& p)
{
    return p.is_pointwise() || !p.columns_are_rows() ||
           p.row_factor % p.columns.size == 0;
}

} // namespace

bool threads_may_take_rows(const plan& p, const device_limits& limits)
{
    return limits.threads_take_rows && p.passes.size() > 1 &&
           std::all_of(p.passes.begin(), p.passes.end(), has_whole_rows);
}

void slice_for_threads(plan& p)
{
    const auto points = p.what.points();
    const auto fewest = p.what.rank() == 1 ? FEWEST_IN_SCRATCH : FEWEST_POINTS;
    if (!threads_may_take_rows(p, p.limits) || points < fewest ||
        points * point_bytes(p.what.number) > MOST_BYTES)
        return;
    p.slice_rows = 1;
    keep_slices_in_scratch(p);
    for (std::size_t i = 0; i + 1 < p.passes.size(); ++i)
        set_stream_rows(p.passes[i], 0);
}

} // namespace gpufft
