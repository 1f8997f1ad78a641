/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategies/io/pointwise_pass.h"

namespace gpufft {

namespace {

//! Reals that are taken in pairs and follow one another are complex points as they lie,
//! so any DFT that loads complex points can load them. On GPUs float16 numbers are not
//! known to lie at whole pairs.
void load_pairs_as_complex(dft_problem& r, const device_limits& limits)
{
    if (r.load.is_float16 && !limits.is_cpu)
        return;
    if (r.load.kind != transform_kind::r2c || !r.load.is_half || r.load.windowed ||
        !take_pairs_as_complex(r.load, r.in))
        return;
    r.dimensions[0].caller_length /= 2; // a row of so many complex points
}

} // namespace

std::vector<pass> with_pointwise_store(const dft_problem& r,
                                       const device_limits& limits,
                                       const strategy& dft)
{
    if (!r.store.needs_pairs() || r.dimensions.size() != 1)
        return {};
    // The output of the inner DFT gets a place of its own in the workspace; the part that
    // the inner DFT itself needs follows.
    auto inner = dft_between_io(r);
    load_pairs_as_complex(inner, limits);
    leave_in_workspace(inner);
    auto passes = dft.make_passes(inner, limits);
    if (!passes.empty())
        passes.push_back(make_last_pass(r, inner, limits));
    return passes;
}

} // namespace gpufft
