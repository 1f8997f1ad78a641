/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/planner/row_per_thread.h"
#include "plan/planner/slice_workspace.h"
#include "plan/simd/nt_stores.h"
#include <algorithm>

namespace gpufft {

namespace {

// Shortest row of several dimensions that a thread takes: a pass over shorter rows takes
// little more than its launch.
constexpr std::int64_t FEWEST_POINTS = 16 * 1024;
// Shortest row of one dimension that a thread takes. Passes over all rows leave them in a
// workspace beside input and output; rows of several dimensions, which go on in the
// output, are mostly slower with a thread for each: see measurements.md, "Shortest row of
// a thread".
constexpr std::int64_t FEWEST_IN_SCRATCH = 4 * 1024;

//! A thread's share of the third-level cache holds a row. Longer rows leave the caches as
//! all rows do, and are no faster: see measurements.md, "Longest row of a thread".
bool stays_in_caches(const plan& p)
{
    return p.request.points() * point_bytes(p.request.number) <=
           cpu_model_of(p.limits).l3_bytes_per_core;
}

//! A row of the transform is whole tiles.
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
    const auto points = p.request.points();
    const auto fewest = p.request.rank() == 1 ? FEWEST_IN_SCRATCH : FEWEST_POINTS;
    if (!threads_may_take_rows(p, p.limits) || points < fewest || !stays_in_caches(p))
        return;
    p.slice_rows = 1;
    keep_slices_in_workspace(p);
    for (std::size_t i = 0; i + 1 < p.passes.size(); ++i)
        set_nt_store_rows(p.passes[i], 0);
}

} // namespace gpufft
