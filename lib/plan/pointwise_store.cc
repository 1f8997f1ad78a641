/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategy.h"

namespace gpufft {

std::vector<pass> with_pointwise_store(const core_request& r,
                                       const device_limits& limits,
                                       const strategy& core)
{
    if (!r.store.is_mirrored() || r.dimensions.size() != 1)
        return {};
    // The core's output gets a place of its own in the scratch; what the core itself
    // needs of it follows.
    core_request inner = r;
    inner.store = {};
    inner.store.stored = element::complex;
    inner.in_place = false;
    // Of a DFT by a longer convolution just its own points are kept.
    inner.dimensions[0].length =
        core_length(r.load.kind, r.load.is_half, r.dimensions[0].caller_length);
    inner.out = packed_scratch(inner, r.scratch_offset);
    inner.scratch_offset = inner.out.distance;
    auto passes = core.make_passes(inner, limits);
    if (passes.empty())
        return {};

    pass p;
    p.is_pointwise = true;
    p.dimensions = inner.dimensions;
    p.store = r.store;
    bind_sides(p, inner, inner.out, r.out, {});
    p.in_place = false;
    p.columns = axis{ "k", inner.dimensions[0].length };
    p.columns.input_weight = p.columns.input_step = p.columns.output_step = 1;
    passes.push_back(std::move(p));
    return passes;
}

} // namespace gpufft
