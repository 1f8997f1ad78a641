/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/simd/buffer_padding.h"
#include "plan/simd/nt_stores.h"
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

constexpr std::int64_t COLLIDING_BYTES = 4096; // sets of the first-level cache by lines
constexpr int WAYS = 8; // of a set of the first-level cache, or a few more

bool has_points(const pass& p) { return p.lanes_are(lane_kind::row_points); }

//! Bytes of a vector that holds real parts or imaginary parts.
std::int64_t part_bytes(const pass& p) { return p.lanes() * point_bytes(p.number) / 2; }

//! Vectors that are 4 KiB.
std::int64_t colliding_vectors(const pass& p) { return COLLIDING_BYTES / part_bytes(p); }

//! The first stage whose points are vectors of the stack buffer.
std::size_t first_over_buffer(const pass& p) { return has_points(p) ? 1 : 0; }

//! Whether points v * \p rest of every butterfly are as far from its point 0 as those of
//! any other one.
bool keeps_butterflies(std::int64_t rest, int radix, std::int64_t block)
{
    return rest % block == 0 || block % (rest * radix) == 0 ||
           (block % rest == 0 && rest * radix % block == 0);
}

//! Both parts of \p count vectors that are \p distance vectors apart want more lines of
//! some set of the first-level cache than that has.
bool collide(const pass& p, std::int64_t distance, std::int64_t count)
{
    const auto colliding = colliding_vectors(p);
    const auto sets = colliding / std::gcd(distance, colliding);
    return 2 * count > WAYS * sets;
}

//! Vectors between those that are left out, for the stages that collide; 0: no stage
//! does.
std::int64_t default_block(const pass& p)
{
    std::int64_t block = 0;
    auto rest = buffer_vectors(p);
    for (auto i = first_over_buffer(p); i < p.stages.size(); ++i) {
        rest /= p.stages[i].radix;
        if (collide(p, rest, p.stages[i].radix))
            block = has_points(p) ? colliding_vectors(p) : rest;
    }
    return block;
}

} // namespace

std::int64_t buffer_vectors(const pass& p)
{
    return p.is_within() ? p.points() / p.lanes() : p.points();
}

bool may_pad(const pass& p)
{
    if (p.convolves)
        return false;
    return has_points(p) || p.lanes_are(lane_kind::columns) ||
           p.lanes_are(lane_kind::rows_nd) || p.lanes_are(lane_kind::columns_nd);
}

bool keeps_distances(const pass& p, const buffer_padding& padding)
{
    if (!padding.block)
        return true;
    auto rest = buffer_vectors(p);
    if (rest % padding.block || (has_points(p) && padding.block % p.lanes()))
        return false;
    for (auto i = first_over_buffer(p); i < p.stages.size(); ++i) {
        rest /= p.stages[i].radix;
        if (!keeps_butterflies(rest, p.stages[i].radix, padding.block))
            return false;
    }
    return true;
}

buffer_padding padding_of_lines(const pass& p)
{
    return { colliding_vectors(p),
             std::max<std::int64_t>(1, LINE_BYTES / part_bytes(p)) };
}

buffer_padding default_padding(const pass& p)
{
    if (!may_pad(p))
        return {};
    auto padding = padding_of_lines(p);
    padding.block = default_block(p);
    return padding.block && keeps_distances(p, padding) ? padding : buffer_padding();
}

buffer_padding buffer_padding_of(const pass& p)
{
    return p.vector().padding.value_or(default_padding(p));
}

} // namespace gpufft
