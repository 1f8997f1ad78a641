/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/resident/array_shape.h"

namespace gpufft {

namespace {

//! Bytes at addresses modulo \p period: \p a from 0 on, and \p b from \p at on.
bool are_apart(std::uint64_t a, std::uint64_t at, std::uint64_t b, std::uint64_t period)
{
    return a <= period && b <= period && at >= a && at + b <= period;
}

} // namespace

array_shape::array_shape(const transform& packed, const side& s)
    : d_distance(static_cast<std::uint64_t>(packed.*s.distance)),
      d_element_bytes(gpufft::element_bytes(packed, s)),
      d_row_bytes(d_element_bytes)
{
    d_distance *= d_element_bytes;
    for (const auto& each : view_axes(packed, s)) {
        if (each.count < 2)
            continue;
        const axis result{ static_cast<std::uint64_t>(each.count),
                           static_cast<std::uint64_t>(each.stride) * d_element_bytes };
        d_axes.push_back(result);
        d_row_bytes += (result.count - 1) * result.step;
    }
}

std::uint64_t array_shape::bytes_within(std::uint64_t period, std::uint64_t rows) const
{
    auto sum = d_element_bytes;
    for (const auto& each : d_axes)
        if (each.step % period)
            sum += (each.count - 1) * each.step;
    if (d_distance % period)
        sum += (rows - 1) * d_distance;
    return sum;
}

bool array_shape::may_share(const array_shape& a,
                            std::uint64_t at_a,
                            const array_shape& b,
                            std::uint64_t at_b,
                            std::uint64_t rows)
{
    if (at_a + a.bytes(rows) <= at_b || at_b + b.bytes(rows) <= at_a)
        return false;
    const auto take_turns = [&](std::uint64_t period) {
        const auto between = at_b >= at_a ? (at_b - at_a) % period
                                          : period - 1 - (at_a - at_b - 1) % period;
        return are_apart(
            a.bytes_within(period, rows), between, b.bytes_within(period, rows), period);
    };
    for (const auto* shape : { &a, &b }) {
        if (take_turns(shape->d_distance))
            return false;
        for (const auto& each : shape->d_axes)
            if (take_turns(each.step))
                return false;
    }
    return true;
}

} // namespace gpufft
