/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/ir/element_bytes.h"
#include "plan/stages/convolution_cost.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include <cmath>
#include <functional>
#include <limits>

namespace gpufft {

std::vector<std::int64_t> padded_lengths(std::int64_t length)
{
    const auto least = 2 * length - 1;
    std::int64_t most = 1; // a power of two is smooth: there is always one
    while (most < least)
        most *= 2;
    auto lengths = smooth_between(least, std::min(most, 13 * length / 5));
    if (lengths.empty())
        lengths.push_back(next_smooth(least));
    return lengths;
}

one_pass_lengths::one_pass_lengths(const dft_problem& r, const device_limits& limits)
    : d_request(r), d_limits(limits)
{
    for (const auto m : padded_lengths(r.points())) {
        // Real and imaginary parts may change hands one after the other.
        if (m * point_bytes(r.number) / 2 > limits.local_memory_bytes)
            break;
        d_bounds.emplace_back(least_convolution_cost(m, r.number, limits), m);
    }
    std::sort(d_bounds.begin(), d_bounds.end(), std::greater<>());
}

double one_pass_lengths::least_cost() const
{
    return d_bounds.empty() ? std::numeric_limits<double>::infinity()
                            : d_bounds.back().first;
}

std::optional<std::int64_t> one_pass_lengths::next()
{
    while (!d_bounds.empty() &&
           (d_weighed.empty() || d_bounds.back().first <= d_weighed.back().first)) {
        const auto m = d_bounds.back().second;
        d_bounds.pop_back();
        const double cost = convolution_cost(d_request, m, d_limits);
        if (!std::isfinite(cost))
            continue;
        const weighed_length one(cost, m);
        d_weighed.insert(
            std::upper_bound(d_weighed.begin(), d_weighed.end(), one, std::greater<>()),
            one);
    }
    if (d_weighed.empty())
        return std::nullopt;
    const auto m = d_weighed.back().second;
    d_weighed.pop_back();
    return m;
}

} // namespace gpufft
