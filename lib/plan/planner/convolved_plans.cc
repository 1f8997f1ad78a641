/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/modular.h"
#include "plan/planner/plan_shape.h"
#include "plan/planner/shaped_list.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/convolutions/padded_split.h"
#include "plan/strategies/convolutions/vector_padded_split.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! A DFT of \p points neighbouring points, by which lengths of convolutions are weighed.
dft_problem plain_request(std::int64_t points, precision number)
{
    dft_problem r;
    r.dimensions.resize(1);
    r.dimensions[0].length = r.dimensions[0].caller_length = points;
    r.in.strides = r.out.strides = { 1 };
    r.number = number;
    return r;
}

//! Lengths of one pass of a vector kernel, the cheapest first.
std::vector<std::int64_t>
vector_lengths(const dft_problem& r, int lanes, const device_limits& limits)
{
    const auto most = most_buffer_vectors(lanes, r.number, limits);
    std::vector<std::pair<double, std::int64_t>> weighed;
    for (const auto m : padded_lengths(r.points())) {
        if (m > most)
            break;
        const double cost = static_cast<double>(m) * vector_stage_cost(m, limits);
        if (std::isfinite(cost))
            weighed.emplace_back(cost, m);
    }
    std::sort(weighed.begin(), weighed.end());
    std::vector<std::int64_t> lengths;
    for (const auto& [cost, m] : weighed)
        lengths.push_back(m);
    return lengths;
}

class convolved_list
{
public:
    convolved_list(const transform& request,
                   const device_limits& limits,
                   std::size_t most)
        : d_request(request), d_limits(limits), d_most(most), d_list(request, limits)
    {
    }

    std::vector<plan> run()
    {
        for (std::size_t d = 0; d < d_request.rank(); ++d) {
            const auto points = dft_points(d_request, d);
            if (is_covered(points))
                continue;
            add_rader(points);
            const auto r = plain_request(points, d_request.number);
            // Lanes of a vector kernel take neighbouring points, as the last dimension
            // has them.
            if (d_limits.is_cpu && d + 1 == d_request.rank())
                add_vectors(r);
            else
                add_workgroups(r);
        }
        return d_list.plans();
    }

private:
    bool add(std::int64_t points, const length_split& convolved)
    {
        plan_shape shape;
        shape.splits = { { points, convolved } };
        return d_list.add(shape);
    }

    void add_rader(std::int64_t points)
    {
        if (is_prime(points))
            add(points, { points - 1 });
    }

    void add_vectors(const dft_problem& r)
    {
        const int lanes = widest_vector(r, d_limits);
        std::size_t count = 0;
        for (const auto m : vector_lengths(r, lanes, d_limits)) {
            if (count == d_most)
                break;
            count += add(r.points(), { m });
        }
        for (const auto& split : vector_padded_splits(r, lanes, d_most, d_limits))
            add(r.points(), split);
    }

    void add_workgroups(const dft_problem& r)
    {
        one_pass_lengths lengths(r, d_limits);
        for (std::size_t count = 0; count < d_most;) {
            const auto m = lengths.next();
            if (!m)
                break;
            count += add(r.points(), { *m });
        }
        for (const auto& split : padded_splits(r, d_limits, d_most))
            add(r.points(), split.factors);
    }

    const transform& d_request;
    const device_limits& d_limits;
    const std::size_t d_most;
    shaped_list d_list;
};

} // namespace

std::vector<plan>
convolved_plans(const transform& request, const device_limits& limits, std::size_t most)
{
    return convolved_list(request, limits, most).run();
}

} // namespace gpufft
