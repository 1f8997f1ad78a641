/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/roots/prime_factors.h"
#include <numeric>

namespace gpufft {

namespace {

//! What one step of each stage's digit adds to the index, modulo the points of the pass.
std::vector<std::int64_t> steps_of(const pass& p, bool is_output)
{
    const auto points = p.points();
    std::vector<std::int64_t> steps;
    for (const auto& s : p.stages) {
        const auto cofactor = points / s.radix;
        auto step = cofactor;
        // The step of a point's digit: 1 modulo its own radix, and 0 modulo the others.
        while (!is_output && step % s.radix != 1 % s.radix)
            step += cofactor;
        steps.push_back(step % points);
    }
    return steps;
}

std::vector<std::int64_t> in_order(const pass& p, bool is_output)
{
    const auto points = p.points();
    std::vector<std::int64_t> places(static_cast<std::size_t>(points));
    std::iota(places.begin(), places.end(), 0);
    if (!p.order.has_prime_factors)
        return places;
    const auto steps = steps_of(p, is_output);
    const auto m = p.stages.size();
    for (auto& place : places) {
        auto rest = place;
        place = 0;
        for (std::size_t i = 0; i < m; ++i) {
            // n_m and k_1 are the fastest.
            const auto digit = is_output ? i : m - 1 - i;
            place += rest % p.stages[digit].radix * steps[digit];
            rest /= p.stages[digit].radix;
        }
        place %= points;
    }
    return places;
}

} // namespace

bool suits_prime_factors(const pass& p)
{
    if (p.is_vector() || p.load.by != convolution::rader || !p.convolves ||
        p.dimensions.size() != 1 || p.points() != p.dimensions[0].length ||
        p.twiddle_order != 1 || p.stages.size() < 2)
        return false;
    for (std::size_t i = 0; i < p.stages.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (std::gcd(p.stages[i].radix, p.stages[j].radix) != 1)
                return false;
    return true;
}

std::vector<std::int64_t> points_in_order(const pass& p) { return in_order(p, false); }

std::vector<std::int64_t> outputs_in_order(const pass& p) { return in_order(p, true); }

} // namespace gpufft
