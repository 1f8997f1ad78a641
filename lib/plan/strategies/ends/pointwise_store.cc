/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategies/ends/pointwise_pass.h"

namespace gpufft {

namespace {

//! Reals that are taken in pairs and follow one another are complex points as they lie:
//! what loads these can load them too. On GPUs halves are not known to lie at whole
//! pairs.
void load_pairs_as_complex(core_request& r, const device_limits& limits)
{
    if (r.load.is_float16 && !limits.is_cpu)
        return;
    if (r.load.kind != transform_kind::r2c || !r.load.is_half || r.load.windowed ||
        !take_pairs_as_complex(r.load, r.in))
        return;
    r.dimensions[0].caller_length /= 2; // a row of so many complex points
}

} // namespace

std::vector<pass> with_pointwise_store(const core_request& r,
                                       const device_limits& limits,
                                       const strategy& core)
{
    if (!r.store.is_mirrored() || r.dimensions.size() != 1)
        return {};
    // The core's output gets a place of its own in the scratch; what the core itself
    // needs of it follows.
    auto inner = core_between_ends(r);
    load_pairs_as_complex(inner, limits);
    leave_in_scratch(inner);
    auto passes = core.make_passes(inner, limits);
    if (!passes.empty())
        passes.push_back(make_last_pass(r, inner, limits));
    return passes;
}

} // namespace gpufft
