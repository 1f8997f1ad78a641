/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/butterfly_cost.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/row_extent.h"
#include "plan/stages/convolution_cost.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/convolutions/padded_passes.h"
#include "plan/strategies/convolutions/padded_split.h"
#include "plan/strategies/strategy.h"
#include <limits>
#include <utility>

namespace gpufft {

namespace {

//! \p r over \p padded points, with the chirp in its load and store operations.
dft_problem padded_request(const dft_problem& r, std::int64_t padded)
{
    dft_problem longer = r;
    longer.dimensions[0].length = padded;
    longer.load.by = longer.store.by = convolution::bluestein;
    return longer;
}

pass shaped_pass(const dft_problem& longer)
{
    pass p;
    p.dimensions = longer.dimensions;
    p.convolves = true;
    p.load = longer.load;
    p.store = longer.store;
    p.number = longer.number;
    return p;
}

std::vector<pass>
pass_over(const dft_problem& r, std::int64_t padded, const device_limits& limits)
{
    const auto longer = padded_request(r, padded);
    auto p = shaped_pass(longer);
    if (!fit_columns(p, longer, limits))
        return {};
    return { p };
}

std::vector<pass> make_one_pass(const dft_problem& r, const device_limits& limits)
{
    one_pass_lengths lengths(r, limits);
    const auto shaped = shaped_pass(padded_request(r, 1));
    lengths.keep_if([&](std::int64_t m) { return may_fit(shaped, m, limits); });
    while (const auto padded = lengths.next()) {
        auto passes = pass_over(r, *padded, limits);
        if (!passes.empty())
            return passes;
    }
    return {};
}

//! Passes with the points that r.split asks for.
std::vector<pass> make_as_asked(const dft_problem& r, const device_limits& limits)
{
    const auto padded = points_of(r.split);
    if (padded < 2 * r.points() - 1)
        return {};
    if (r.split.size() == 1)
        return pass_over(r, padded, limits);
    // Outputs that are needed in conjugate pairs are exchanged inside a workgroup.
    const auto split =
        r.store.needs_pairs() ? std::nullopt : padded_split_of(r, r.split, limits);
    if (!split)
        return {};
    return make_padded_passes(padded_request(r, padded), r.points(), *split, limits);
}

/*!
 * Time of \p p, which does all of \p r, in the unit of padded_split::cost. One pass is
 * the fastest unless its columns are too few for runs: then several passes, which have
 * room for more, may be faster.
 */
double cost_of(const pass& p, const dft_problem& r, const device_limits& limits)
{
    if (strided_other(r) < 0)
        return 0;
    return MEMORY_PASS_COST * run_cost(COLUMN_BYTES * p.columns.size) *
               static_cast<double>(r.points()) +
           convolution_cost(r, p.points(), limits);
}

} // namespace

std::vector<pass> make_bluestein(const dft_problem& r, const device_limits& limits)
{
    if (r.dimensions.size() != 1)
        return {};
    if (!r.split.empty())
        return make_as_asked(r, limits);
    const auto one = make_one_pass(r, limits);
    // Outputs that are needed in conjugate pairs are exchanged inside a workgroup.
    if (r.store.needs_pairs())
        return one;
    const double most = one.empty() ? std::numeric_limits<double>::infinity()
                                    : cost_of(one[0], r, limits);
    if (most == 0)
        return one;
    if (one.empty()) {
        auto together = make_cluster_convolution(r, limits);
        if (!together.empty())
            return together;
    }
    std::vector<pass> longest; // whose workspace is longer than kernels reach
    for (const auto& split : padded_splits(r, limits)) {
        if (split.cost >= most)
            break;
        auto passes = make_padded_passes(
            padded_request(r, split.points()), r.points(), split, limits);
        if (passes.empty())
            continue;
        if (have_near_places(passes))
            return passes;
        longest = std::move(passes);
    }
    return one.empty() ? longest : one;
}

} // namespace gpufft
