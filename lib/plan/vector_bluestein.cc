/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/padded_passes.h"
#include "plan/strategy.h"
#include "plan/vector_stages.h"
#include <cmath>

/*!
 * Bluestein's algorithm in the SIMD form: the passes of padded_passes.h with a lane a
 * column. The first and the last have neighbouring points as columns, which they multiply
 * by vectors of the chirp; those of the one that convolves lie apart, and are transposed
 * on the way in and out.
 */
namespace gpufft {

namespace {

constexpr double TRIP = 4; //!< through global memory, in trips through the scratch

struct weighed_split {
    padded_split split;
    double cost = std::numeric_limits<double>::infinity();
};

//! Takes \p m = first · second where that costs less than \p best.
void weigh(
    weighed_split& best, std::int64_t m, std::int64_t first, int lanes, precision number)
{
    const auto second = m / first;
    const auto most = most_scratch_vectors(lanes, number);
    if (first % lanes || second % lanes || first > most || second > most)
        return;
    const double cost =
        static_cast<double>(m) *
        (3 * TRIP + 2 * vector_stage_cost(first) + 2 * vector_stage_cost(second));
    if (cost >= best.cost)
        return;
    best.cost = cost;
    best.split.factors = { first, second };
    best.split.columns = { lanes, lanes };
}

weighed_split choose_split(std::int64_t length, int lanes, precision number)
{
    weighed_split best;
    for (const auto m : padded_lengths(length)) {
        const auto square = static_cast<std::int64_t>(lanes) * lanes;
        if (m % square)
            continue;
        for (const auto d : divisors(m / square))
            weigh(best, m, d * lanes, lanes, number);
    }
    return best;
}

} // namespace

std::vector<pass> make_vector_bluestein(const core_request& r,
                                        const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1)
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        const auto chosen = choose_split(r.points(), lanes, r.number);
        if (!std::isfinite(chosen.cost))
            continue;
        const auto& factors = chosen.split.factors;
        auto padded = r;
        padded.dimensions[0].length = chosen.split.points();
        padded.load.by = padded.store.by = convolution::bluestein;
        std::vector<pass> passes;
        for (std::size_t i = 0; i < 3; ++i) {
            auto p = shape_padded_pass(padded, r.points(), factors, i, { -1, lanes });
            p.form = kernel_form::simd;
            p.lanes = lanes;
            p.lanes_are_columns = true;
            p.workers = worker_count(limits);
            p.stages = choose_vector_stages(factors[i % 2]);
            passes.push_back(std::move(p));
        }
        return passes;
    }
    return {};
}

} // namespace gpufft
