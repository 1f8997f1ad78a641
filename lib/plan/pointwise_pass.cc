/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/pointwise_pass.h"
#include "plan/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

bool all_even(const core_side& s)
{
    const auto is_even = [](std::int64_t weight) { return weight % 2 == 0; };
    return is_even(s.distance) && is_even(s.offset) &&
           std::all_of(s.other_weights.begin(), s.other_weights.end(), is_even);
}

//! Points of a core that the scratch holds.
bool is_of_core(const end_operation& e)
{
    return e.has_core_points() && e.stored == element::complex && !e.is_float16 &&
           !e.swap_parts;
}

//! Ends of rows of even length that are the caller's alone, in the order of their reals.
bool has_vectors(const end_operation& e)
{
    return e.is_half && e.by == convolution::none;
}

bool loads_vectors(const load_operation& load)
{
    switch (load.kind) {
    case transform_kind::c2r:
        return load.stored == element::complex;
    case transform_kind::dct2:
    case transform_kind::dst2:
        return load.stored == element::real && !load.swap_parts;
    case transform_kind::dct3:
    case transform_kind::dst3:
    case transform_kind::dct4:
    case transform_kind::dst4:
        return load.stored == element::real;
    default:
        return false;
    }
}

bool stores_vectors(const store_operation& store)
{
    if (store.power || (store.is_mirrored() && store.swap_parts))
        return false;
    switch (store.kind) {
    case transform_kind::r2c:
        return store.stored != element::real;
    case transform_kind::dct2:
    case transform_kind::dst2:
    case transform_kind::dct3:
    case transform_kind::dst3:
    case transform_kind::dct4:
    case transform_kind::dst4:
        return store.stored == element::real;
    default:
        return false;
    }
}

} // namespace

bool takes_vectors_of_points(const pass& p)
{
    if (!p.is_pointwise || p.dimensions.size() != 1 || p.load.windowed ||
        p.load.samples != sample_format::number)
        return false;
    const auto& d = p.dimensions[0];
    if (d.is_rotated() || d.input_stride != 1 || d.output_stride != 1)
        return false;
    if (is_of_core(p.load))
        return has_vectors(p.store) && stores_vectors(p.store);
    return is_of_core(p.store) && !p.store.scaled && has_vectors(p.load) &&
           loads_vectors(p.load);
}

pass make_vector_ends(const core_request& r, const device_limits& limits)
{
    auto p = make_pointwise_pass(r);
    if (!limits.is_cpu || !takes_vectors_of_points(p))
        return p;
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        if (p.columns.size % lanes == 0 && p.columns.size > lanes) {
            p.lanes = lanes;
            break;
        }
    }
    return p;
}

pass make_pointwise_pass(const core_request& r)
{
    pass p;
    p.is_pointwise = true;
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    bind_sides(p, r, r.in, r.out, {});
    p.columns = axis{ "k", r.dimensions[0].length };
    p.columns.input_step = p.columns.output_step = 1;
    // What has an index finds its elements by that.
    p.columns.input_weight = p.load_is_indexed() ? 0 : r.in.strides[0];
    p.columns.output_weight = p.store_is_indexed() ? 0 : r.out.strides[0];
    return p;
}

core_request core_between_ends(const core_request& r)
{
    auto inner = r;
    inner.store = {};
    inner.in_place = false;
    inner.dimensions[0].length =
        core_length(r.store.kind, r.load.is_half, r.dimensions[0].caller_length);
    return inner;
}

void leave_in_scratch(core_request& inner)
{
    inner.out = packed_scratch(inner, inner.scratch_offset);
    inner.scratch_offset = inner.out.distance;
}

pass make_last_pass(const core_request& r,
                    const core_request& inner,
                    const device_limits& limits)
{
    auto last = r;
    last.load = {};
    last.in = inner.out;
    last.in_place = false;
    last.dimensions[0].length = inner.dimensions[0].length;
    return make_vector_ends(last, limits);
}

bool take_pairs_as_complex(end_operation& end, core_side& side)
{
    if (side.strides[0] != 1 || !all_even(side))
        return false;
    end.kind = transform_kind::c2c;
    end.is_half = false;
    end.stored = element::complex;
    side.distance /= 2;
    side.offset /= 2;
    for (auto& weight : side.other_weights)
        weight /= 2;
    return true;
}

} // namespace gpufft
