/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/point_vectors.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/io/pointwise_pass.h"
#include <algorithm>

namespace gpufft {

namespace {

bool all_even(const dft_view& s)
{
    const auto is_even = [](std::int64_t weight) { return weight % 2 == 0; };
    return is_even(s.distance) && is_even(s.offset) &&
           std::all_of(s.outer_weights.begin(), s.outer_weights.end(), is_even);
}

} // namespace

pass make_vector_io(const dft_problem& r, const device_limits& limits)
{
    auto p = make_pointwise_pass(r);
    if (!limits.is_cpu || !takes_vectors_of_points(p))
        return p;
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        if (p.columns.size % lanes == 0 && p.columns.size > lanes) {
            std::get<pointwise_kernel>(p.kernel).lanes = lanes;
            break;
        }
    }
    return p;
}

pass make_pointwise_pass(const dft_problem& r)
{
    pass p;
    p.kernel = pointwise_kernel();
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    bind_sides(p, r, r.in, r.out, {});
    p.columns = axis{ "k", r.dimensions[0].length };
    p.columns.input_step = p.columns.output_step = 1;
    // Operations that have an index find their elements by that.
    p.columns.input_weight = p.load_is_indexed() ? 0 : r.in.strides[0];
    p.columns.output_weight = p.store_is_indexed() ? 0 : r.out.strides[0];
    return p;
}

dft_problem dft_between_io(const dft_problem& r)
{
    auto inner = r;
    inner.store = {};
    inner.in_place = false;
    inner.dimensions[0].length =
        dft_length(r.store.kind, r.load.is_half, r.dimensions[0].caller_length);
    return inner;
}

void leave_in_workspace(dft_problem& inner)
{
    inner.out = packed_workspace(inner, inner.workspace_offset);
    inner.workspace_offset = inner.out.distance;
}

pass make_last_pass(const dft_problem& r,
                    const dft_problem& inner,
                    const device_limits& limits)
{
    auto last = r;
    last.load = {};
    last.in = inner.out;
    last.in_place = false;
    last.dimensions[0].length = inner.dimensions[0].length;
    return make_vector_io(last, limits);
}

bool take_pairs_as_complex(io_operation& op, dft_view& side)
{
    if (side.strides[0] != 1 || !all_even(side) || op.expression)
        return false;
    op.kind = transform_kind::c2c;
    op.is_half = false;
    op.stored = element::complex;
    side.distance /= 2;
    side.offset /= 2;
    for (auto& weight : side.outer_weights)
        weight /= 2;
    return true;
}

} // namespace gpufft
