/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/padded_passes.h"
#include "plan/padded_split.h"
#include "plan/strategy.h"
#include "plan/tile_columns.h"

namespace gpufft {

namespace {

//! \p r over \p padded points, with the chirp at both ends.
core_request padded_request(const core_request& r, std::int64_t padded)
{
    core_request longer = r;
    longer.dimensions[0].length = padded;
    longer.load.by = longer.store.by = convolution::bluestein;
    return longer;
}

std::vector<pass> make_one_pass(const core_request& r, const device_limits& limits)
{
    for (const auto padded : one_pass_lengths(r.points(), r.number, limits)) {
        const auto longer = padded_request(r, padded);
        pass p;
        p.dimensions = longer.dimensions;
        p.convolves = true;
        p.load = longer.load;
        p.store = longer.store;
        if (fit_columns(p, longer, limits))
            return { p };
    }
    return {};
}

} // namespace

std::vector<pass> make_bluestein(const core_request& r, const device_limits& limits)
{
    if (r.dimensions.size() != 1)
        return {};
    auto passes = make_one_pass(r, limits);
    // What is mirrored is exchanged inside a workgroup.
    if (!passes.empty() || r.store.is_mirrored())
        return passes;
    for (const auto& split : padded_splits(r, limits)) {
        const auto padded = padded_request(r, split.points());
        passes = make_padded_passes(padded, r.points(), split, limits);
        if (!passes.empty())
            break;
    }
    return passes;
}

} // namespace gpufft
