/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/row_extent.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/convolutions/padded_passes.h"
#include "plan/strategies/convolutions/padded_split.h"
#include "plan/strategies/strategy.h"

/*!
 * Convolutions that the caller asks for, in the SIMT form: stages there, times the
 * caller's spectrum, and stages back, in one workgroup, or over the passes of
 * padded_passes.h, but without chirps and padding.
 */
namespace gpufft {

std::vector<pass> make_convolved_pass(const dft_problem& r, const device_limits& limits)
{
    pass p;
    p.dimensions = r.dimensions;
    p.convolves = p.callers_spectrum = true;
    p.load = r.load;
    p.store = r.store;
    p.number = r.number;
    if (!may_fit(p, r.points(), limits) || !fit_columns(p, r, limits))
        return {};
    return { p };
}

std::vector<pass> make_convolved_passes(const dft_problem& r, const device_limits& limits)
{
    std::vector<padded_split> splits;
    if (r.split.empty())
        splits = padded_splits(r, limits);
    else if (const auto asked = padded_split_of(r, r.split, limits))
        splits = { *asked };
    std::vector<pass> longest; // whose workspace is longer than kernels reach
    for (const auto& split : splits) {
        auto passes = make_padded_passes(r, r.points(), split, limits);
        for (auto& p : passes)
            p.callers_spectrum = p.convolves;
        if (passes.empty())
            continue;
        if (have_near_places(passes))
            return passes;
        longest = std::move(passes);
    }
    return longest;
}

} // namespace gpufft
