/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/ir/element_bytes.h"
#include "plan/planner/cached_slices.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

// Part of the second-level cache for what lies between the passes, in thirds: inputs and
// outputs pass through it as well, see measurements.md, "Workspace of slices".
constexpr std::int64_t CACHED_THIRDS = 2;
// Smallest cache that is worth it: slices of less take hardly longer than their launches.
constexpr std::int64_t LEAST_CACHE_BYTES = std::int64_t(24) << 20;
constexpr int CHAINS = 2; // slices side by side
// Two passes are as fast or faster with all rows at once, but for some that a search
// finds; a third one finds in the cache what it would load from memory. See
// measurements.md, "Slices of three passes".
constexpr std::size_t FEWEST_PASSES = 3;

//! Passes of workgroups that no convolution makes longer: those are bound by arithmetic,
//! and slower in slices.
bool may_be_sliced(const plan& p)
{
    return p.passes.size() >= FEWEST_PASSES &&
           std::all_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
               return one.is_workgroup() && !one.convolves && !one.callers_spectrum &&
                      one.load.by == convolution::none &&
                      one.store.by == convolution::none;
           });
}

} // namespace

std::int64_t bytes_between_passes(const plan& p)
{
    const auto point = point_bytes(p.request.number);
    auto bytes = saturated_product(p.workspace_points(), point);
    const bool is_output_read =
        std::any_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
            return one.from == buffer_role::output;
        });
    if (is_output_read) {
        const bool is_real = p.passes.back().store.stored == element::real;
        bytes = saturated_sum(
            bytes,
            saturated_product(output_extent(p.request, 1), point / (is_real ? 2 : 1)));
    }
    return bytes;
}

void slice_for_caches(plan& p)
{
    if (p.limits.is_cpu || p.limits.l2_bytes < LEAST_CACHE_BYTES || !may_be_sliced(p))
        return;
    const auto row = bytes_between_passes(p);
    const auto rows =
        row > 0 ? p.limits.l2_bytes / 3 * CACHED_THIRDS / (CHAINS * row) : 0;
    if (rows == 0)
        return;
    p.slice_rows = static_cast<std::uint32_t>(
        std::min<std::int64_t>(rows, std::numeric_limits<std::uint32_t>::max()));
    p.concurrent_slices = CHAINS;
}

} // namespace gpufft
