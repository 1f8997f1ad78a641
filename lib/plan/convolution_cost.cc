/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/convolution_cost.h"
#include "plan/employment.h"
#include "plan/stage_choice.h"
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

//! Operations on reals that cost as much as an exchange: local memory takes a point in
//! and out while a multiprocessor does about so many.
constexpr double OPERATIONS_AN_EXCHANGE = 30;

//! Operations a point that a prime factor p of a butterfly comes to, twiddles included:
//! genfft's counts to 13, and beyond about what Rader's algorithm needs.
double operations(std::int64_t p)
{
    switch (p) {
    case 2:
        return 2.5;
    case 3:
        return 5.3;
    case 5:
        return 8.8;
    case 7:
        return 13.7;
    case 11:
        return 21.8;
    case 13:
        return 22.3;
    default:
        return 1.8 * static_cast<double>(p);
    }
}

} // namespace

double butterfly_cost(std::int64_t points)
{
    double sum = 0;
    for (std::int64_t p = 2; p * p <= points; ++p) {
        for (; points % p == 0; points /= p)
            sum += operations(p);
    }
    if (points > 1)
        sum += operations(points);
    return sum / OPERATIONS_AN_EXCHANGE;
}

double stage_cost(std::int64_t points, precision number, const device_limits& limits)
{
    const double held = most_points_held(limits, number);
    const double stages = std::log(static_cast<double>(points)) / std::log(held);
    return butterfly_cost(points) + std::max(1.0, std::ceil(stages - 1e-9));
}

double
least_convolution_cost(std::int64_t points, precision number, const device_limits& limits)
{
    const double most = std::max<double>(most_points_held(limits, number), LARGEST_PRIME);
    const double stages =
        std::ceil(std::log(static_cast<double>(points)) / std::log(most) - 1e-9);
    return 2 * (butterfly_cost(points) + std::max(1.0, stages)) *
           static_cast<double>(points) * (1 - 1e-9);
}

double
convolution_cost(std::int64_t points, precision number, const device_limits& limits)
{
    constexpr double NEVER = std::numeric_limits<double>::infinity();
    // Even with full registers there are too many work-items: no need to search.
    if (points > std::int64_t(limits.max_work_items) * most_points_held(limits, number))
        return NEVER;
    pass p;
    stage_request wanted;
    wanted.lengths = { points };
    wanted.shaped.number = number;
    const auto stages = choose_stages(wanted, limits);
    if (!stages)
        return NEVER;
    p.stages = *stages;
    double cost = 0;
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const double busy = static_cast<double>(p.active_items(i)) / p.work_items();
        // Where few are busy the others wait, which other workgroups hide in part.
        cost += (1 + butterfly_cost(p.stages[i].radix)) * (1 + 2 * (1 - busy));
    }
    return 2 * cost * static_cast<double>(points);
}

double
convolution_costs::of(std::int64_t points, precision number, const device_limits& limits)
{
    const auto found = d_known.find(points);
    if (found != d_known.end())
        return found->second;
    return d_known[points] = convolution_cost(points, number, limits);
}

double
convolution_cost(const core_request& r, std::int64_t points, const device_limits& limits)
{
    return r.costs ? r.costs->of(points, r.number, limits)
                   : convolution_cost(points, r.number, limits);
}

} // namespace gpufft
