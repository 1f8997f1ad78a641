/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/butterfly_cost.h"
#include "plan/simd/vector_stages.h"
#include "plan/stages/convolution_cost.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/convolutions/padded_split.h"
#include "plan/strategies/convolutions/vector_padded_split.h"
#include <unordered_map>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

//! Points that a convolution has at least.
std::int64_t least_points(const dft_problem& r)
{
    return r.is_convolved ? r.points() : 2 * r.points() - 1;
}

class split_choice
{
public:
    //! \param vectors  most points of a factor, \param most  number of splits that are
    //! kept
    split_choice(int lanes,
                 std::int64_t vectors,
                 std::size_t most,
                 const device_limits& limits)
        : d_limits(limits), d_lanes(lanes), d_most(vectors), d_kept(most)
    {
    }

    void weigh_all(std::int64_t length)
    {
        const auto square = static_cast<std::int64_t>(d_lanes) * d_lanes;
        for (const auto m : padded_lengths(length)) {
            if (m > d_most * d_most)
                break;
            if (m % square || least_cost(m) >= worst())
                continue;
            for (const auto d : divisors(m / square))
                weigh(m, d * d_lanes);
        }
    }

    //! Splits of \p m points, no more.
    void weigh_length(std::int64_t m)
    {
        const auto square = static_cast<std::int64_t>(d_lanes) * d_lanes;
        if (m % square)
            return;
        for (const auto d : divisors(m / square))
            weigh(m, d * d_lanes);
    }

    void weigh(std::int64_t m, std::int64_t first)
    {
        const auto second = m / first;
        if (first % d_lanes || second % d_lanes || first > d_most || second > d_most)
            return;
        const double cost =
            static_cast<double>(m) *
            (3 * MEMORY_PASS_COST + 2 * stages_of(first) + 2 * stages_of(second));
        if (cost >= worst())
            return;
        const auto at =
            std::upper_bound(d_best.begin(), d_best.end(), cost, [](double c, auto& b) {
                return c < b.cost;
            });
        d_best.insert(at, { { first, second }, cost });
        d_best.resize(std::min(d_best.size(), d_kept));
    }

    std::vector<length_split> best() const
    {
        std::vector<length_split> all;
        for (const auto& one : d_best)
            all.push_back(one.factors);
        return all;
    }

private:
    struct weighed_split {
        length_split factors;
        double cost;
    };

    //! Splits that cost as much are not kept.
    double worst() const
    {
        return d_best.size() < d_kept ? std::numeric_limits<double>::infinity()
                                      : d_best.back().cost;
    }

    //! The cost with as few stages as radices of 16 allow. Two factors have no fewer
    //! stages.
    double least_cost(std::int64_t m) const
    {
        const double stages = std::ceil(std::log2(static_cast<double>(m)) / 4 - 1e-9);
        return static_cast<double>(m) *
               (3 * MEMORY_PASS_COST + 2 * (stages + butterfly_cost(m))) * (1 - 1e-9);
    }

    double stages_of(std::int64_t points)
    {
        const auto found = d_stages.find(points);
        if (found != d_stages.end())
            return found->second;
        return d_stages[points] = vector_stage_cost(points, d_limits);
    }

    const device_limits& d_limits;
    int d_lanes;
    std::int64_t d_most; //!< points of a factor
    std::size_t d_kept;
    std::vector<weighed_split> d_best;
    std::unordered_map<std::int64_t, double> d_stages; //!< by the points
};

} // namespace

std::vector<length_split> vector_padded_splits(const dft_problem& r,
                                               int lanes,
                                               std::size_t most,
                                               const device_limits& limits)
{
    split_choice choice(
        lanes, most_buffer_vectors(lanes, r.number, limits), most, limits);
    if (r.is_convolved && r.split.empty())
        choice.weigh_length(r.points());
    else if (r.split.empty())
        choice.weigh_all(r.points());
    else if (r.split.size() == 2 && points_of(r.split) >= least_points(r))
        choice.weigh(points_of(r.split), r.split[0]);
    return choice.best();
}

} // namespace gpufft
