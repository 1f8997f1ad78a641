/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/pointwise_pass.h"
#include "plan/vector_stages.h"
#include <algorithm>

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

//! Widest vectors of bins that come to whole ones; 1: bins have none.
int lanes_of_bins(const pass& p, const core_request& r, const device_limits& limits)
{
    int lanes = limits.is_cpu ? widest_vector(r, limits) : 1;
    while (lanes >= 4 && p.columns.size % lanes)
        lanes /= 2;
    return lanes >= 4 && stores_vectors_of_bins(p) && p.columns.size > lanes ? lanes : 1;
}

} // namespace

bool stores_vectors_of_bins(const pass& p)
{
    const auto& store = p.store;
    return p.is_pointwise && p.dimensions.size() == 1 &&
           store.kind == transform_kind::r2c && store.is_half &&
           store.stored != element::real && !store.swap_parts && !store.power &&
           store.by == convolution::none && p.dimensions[0].output_stride == 1 &&
           !p.dimensions[0].is_rotated();
}

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
    load_pairs_as_complex(inner, limits);
    // Of a DFT by a longer convolution just its own points are kept.
    inner.dimensions[0].length =
        core_length(r.store.kind, r.load.is_half, r.dimensions[0].caller_length);
    inner.out = packed_scratch(inner, r.scratch_offset);
    inner.scratch_offset = inner.out.distance;
    auto passes = core.make_passes(inner, limits);
    if (passes.empty())
        return {};

    core_request last = inner;
    last.dimensions[0].caller_length = r.dimensions[0].caller_length;
    last.load = {};
    last.store = r.store;
    last.in = inner.out;
    last.out = r.out;
    auto p = make_pointwise_pass(last);
    p.lanes = lanes_of_bins(p, inner, limits);
    passes.push_back(std::move(p));
    return passes;
}

} // namespace gpufft
