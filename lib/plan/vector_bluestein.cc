/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/convolution_cost.h"
#include "plan/padded_passes.h"
#include "plan/strategy.h"
#include "plan/vector_stages.h"
#include <unordered_map>
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

//! M = first · second, each a multiple of lanes, so that it costs least.
class split_choice
{
public:
    split_choice(int lanes, precision number)
        : d_lanes(lanes), d_most(most_scratch_vectors(lanes, number))
    {
    }

    weighed_split of(std::int64_t length)
    {
        const auto square = static_cast<std::int64_t>(d_lanes) * d_lanes;
        for (const auto m : padded_lengths(length)) {
            if (m > d_most * d_most)
                break;
            if (m % square || least_cost(m) >= d_best.cost)
                continue;
            for (const auto d : divisors(m / square))
                weigh(m, d * d_lanes);
        }
        return d_best;
    }

private:
    //! With as few stages as radices of 16 allow. Those of two factors are no fewer.
    double least_cost(std::int64_t m) const
    {
        const double stages = std::ceil(std::log2(static_cast<double>(m)) / 4 - 1e-9);
        return static_cast<double>(m) * (3 * TRIP + 2 * (stages + butterfly_cost(m))) *
               (1 - 1e-9);
    }

    void weigh(std::int64_t m, std::int64_t first)
    {
        const auto second = m / first;
        if (first % d_lanes || second % d_lanes || first > d_most || second > d_most)
            return;
        const double cost = static_cast<double>(m) *
                            (3 * TRIP + 2 * stages_of(first) + 2 * stages_of(second));
        if (cost >= d_best.cost)
            return;
        d_best.cost = cost;
        d_best.split.factors = { first, second };
        d_best.split.columns = { d_lanes, d_lanes };
    }

    double stages_of(std::int64_t points)
    {
        const auto found = d_stages.find(points);
        if (found != d_stages.end())
            return found->second;
        return d_stages[points] = vector_stage_cost(points);
    }

    int d_lanes;
    std::int64_t d_most; //!< points of a factor
    weighed_split d_best;
    std::unordered_map<std::int64_t, double> d_stages; //!< costs of them
};

} // namespace

std::vector<pass> make_vector_bluestein(const core_request& r,
                                        const device_limits& limits)
{
    // A chirp takes both parts of a point at once.
    if (!limits.is_cpu || !vectors_take(r) || r.load.stored == element::planar ||
        r.store.stored == element::planar || r.in.strides[0] != 1 ||
        r.out.strides[0] != 1)
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        const auto chosen = split_choice(lanes, r.number).of(r.points());
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
