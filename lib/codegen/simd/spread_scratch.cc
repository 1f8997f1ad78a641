/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/spread_scratch.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/streaming.h"
#include <algorithm>

namespace gpufft::simd {

namespace {

constexpr std::int64_t COLLIDING_BYTES = 4096; // sets of the first level times lines
constexpr int WAYS = 8; // that such a place of the first level has, or a few more

//! Points v * \p rest of each butterfly lie as far from its first one, whatever that is.
bool keeps_distances(std::int64_t rest, int radix, std::int64_t block)
{
    return rest % block == 0 || block % (rest * radix) == 0 ||
           (block % rest == 0 && rest * radix % block == 0);
}

} // namespace

spread_scratch spread_of(const pass& p, std::int64_t points)
{
    const auto vector_bytes = p.lanes() * point_bytes(p.number) / 2;
    const bool has_images =
        p.lanes_are(lane_kind::rows_nd) || p.lanes_are(lane_kind::columns_nd);
    if (!has_images && !p.lanes_are(lane_kind::row_points))
        return {};
    const auto colliding = COLLIDING_BYTES / vector_bytes;
    spread_scratch spread;
    spread.spare = std::max<std::int64_t>(1, LINE_BYTES / vector_bytes);
    const auto first = p.stages.begin() + (has_images ? 0 : 1);
    auto rest = points;
    for (auto s = first; s != p.stages.end(); ++s) {
        rest /= s->radix;
        // Both parts of each point.
        if (rest % colliding == 0 && 2 * s->radix > WAYS)
            spread.block = has_images ? rest : colliding;
    }
    if (!spread.block || points % spread.block)
        return {};
    rest = points;
    for (auto s = first; s != p.stages.end(); ++s) {
        rest /= s->radix;
        if (!keeps_distances(rest, s->radix, spread.block))
            return {};
    }
    return spread;
}

} // namespace gpufft::simd
