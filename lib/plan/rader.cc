/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/modular.h"
#include "plan/convolution_cost.h"
#include "plan/padded_split.h"
#include "plan/strategy.h"
#include "plan/tile_columns.h"

namespace gpufft {

namespace {

//! Stages of 17 points and more leave most work-items idle where the other stages are
//! short: Bluestein's twice as many points may take less time.
bool is_worth_it(std::int64_t points, precision number, const device_limits& limits)
{
    if (is_smooth(points))
        return true;
    const auto padded = one_pass_lengths(points + 1, number, limits);
    return padded.empty() || convolution_cost(points, number, limits) <=
                                 convolution_cost(padded[0], number, limits);
}

} // namespace

std::vector<pass> make_rader(const core_request& r, const device_limits& limits)
{
    if (r.dimensions.size() != 1 || r.store.is_mirrored())
        return {};
    const auto length = r.points();
    if (length <= LARGEST_RADIX_PRIME || !is_prime(length) || !is_covered(length - 1) ||
        (length - 1) * point_bytes(r.number) / 2 > limits.local_memory_bytes ||
        !is_worth_it(length - 1, r.number, limits))
        return {};
    core_request convolved = r;
    convolved.dimensions[0].length = length - 1;
    pass p;
    p.dimensions = convolved.dimensions;
    p.convolves = true;
    p.load = r.load;
    p.store = r.store;
    p.load.by = p.store.by = convolution::rader;
    if (!fit_columns(p, convolved, limits))
        return {};
    return { p };
}

} // namespace gpufft
