/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/butterfly_cost.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/stages/convolution_cost.h"
#include "plan/stages/stage_choice.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

// So many points of a convolution leave room in the registers for several workgroups, and
// what more of them cost where a row takes several subgroups. See measurements.md,
// "Points of a convolution in registers".
constexpr int EASILY_CONVOLVED = 16;
constexpr double CROWDED = 1.25;

bool is_crowded(const pass& p, const device_limits& limits)
{
    // Butterflies of powers of two take few registers.
    const bool are_powers =
        std::all_of(p.stages.begin(), p.stages.end(), [](const stage& s) {
            return (s.radix & (s.radix - 1)) == 0;
        });
    return !limits.is_cpu && !are_powers && p.points_per_item() > EASILY_CONVOLVED &&
           p.work_items() > limits.subgroup;
}

//! \p points are a product of \p count factors, or fewer, that are \p most at most.
bool has_factors(std::int64_t points, int most, int count)
{
    if (points <= most)
        return true;
    std::int64_t largest = most;
    for (int i = 1; i < count; ++i)
        largest *= most;
    if (count == 1 || points > largest)
        return false;
    for (int factor = most; factor > 1; --factor) {
        if (points % factor == 0 && has_factors(points / factor, factor, count - 1))
            return true;
    }
    return false;
}

constexpr int MOST_FACTORS = 5; // a pass has fewer

//! The fewest factors of \p points that are \p most at most.
int fewest_factors(std::int64_t points, int most)
{
    int count = 1;
    while (count < MOST_FACTORS && !has_factors(points, most, count))
        ++count;
    return count;
}

} // namespace

double stage_cost(std::int64_t points, precision number, const device_limits& limits)
{
    const double held = most_points_per_item(limits, number);
    const double stages = std::log(static_cast<double>(points)) / std::log(held);
    return butterfly_cost(points) + std::max(1.0, std::ceil(stages - 1e-9));
}

double
stage_cost_of_pass(std::int64_t points, precision number, const device_limits& limits)
{
    const auto most = std::max<std::int64_t>(most_points_per_item(limits, number),
                                             prime_factors(points).back());
    return std::max(stage_cost(points, number, limits),
                    butterfly_cost(points) +
                        fewest_factors(points, static_cast<int>(most)));
}

double
least_convolution_cost(std::int64_t points, precision number, const device_limits& limits)
{
    const double most =
        std::max<double>(most_points_per_item(limits, number), LARGEST_PRIME);
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
    if (points >
        std::int64_t(limits.max_work_items) * most_points_per_item(limits, number))
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
    return (is_crowded(p, limits) ? CROWDED : 1) * 2 * cost * static_cast<double>(points);
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
convolution_cost(const dft_problem& r, std::int64_t points, const device_limits& limits)
{
    return r.costs ? r.costs->of(points, r.number, limits)
                   : convolution_cost(points, r.number, limits);
}

} // namespace gpufft
