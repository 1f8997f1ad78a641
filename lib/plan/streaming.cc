/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategy.h"
#include "plan/streaming.h"
#include <algorithm>

namespace gpufft {

namespace {

// Input and output of a pass together, for each compute unit: about its second level.
constexpr std::int64_t CACHED_BYTES = 2 * 1024 * 1024;

//! Input and output of a row of the pass.
std::int64_t bytes_of_row(const pass& p)
{
    std::int64_t points = p.points() * (p.grid.empty() ? 1 : p.columns.size);
    for (const auto& a : p.grid)
        points *= a.size;
    return 2 * point_bytes(p.number) * points;
}

//! Neither the last vector of a row overlaps the one before, nor do rows begin inside
//! one.
bool stores_whole_rows(const pass& p)
{
    const auto rows = p.columns.size / p.lanes; // of a lane
    return !p.dimensions.front().output_rotation &&
           2 * p.points() * rows % p.lanes == 0 &&
           2 * p.output_distance * rows % p.lanes == 0;
}

} // namespace

bool may_stream(const pass& p)
{
    if (p.form != kernel_form::simd || p.convolves ||
        p.store.by == convolution::bluestein || p.store.kind != transform_kind::c2c ||
        p.store.stored != element::complex)
        return false;
    if (!p.lanes_are_columns)
        return true;
    if (p.lanes_are_rows())
        return stores_whole_rows(p);
    const auto& d = p.dimensions.front();
    return d.output_step * d.output_stride % (p.lanes / 2) == 0;
}

void stream_large_outputs(std::vector<pass>& passes, const device_limits& limits)
{
    const auto cached = CACHED_BYTES * limits.compute_units;
    for (auto& p : passes) {
        // What is stored where it was read is near already.
        if (may_stream(p) && !p.in_place)
            p.stream_rows = std::max<std::int64_t>(1, cached / bytes_of_row(p));
    }
}

} // namespace gpufft
