/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/vector_stages.h"
#include "plan/strategies/io/pointwise_pass.h"

/*!
 * Real kinds whose inner DFT a vector kernel takes only as complex points: long rows,
 * DFTs that are convolved, batches too small for a lane for each row. Their load and
 * store operations are passes of work-items, which meet at no barrier and so are fast on
 * CPU devices, too; the inner DFT goes from workspace to workspace. Complex columns that
 * are fewer than lanes are done so, too.
 */
namespace gpufft {

namespace {

bool is_real_kind(const dft_problem& r)
{
    const auto is_plain = [](const io_operation& e) {
        return e.by == convolution::none && e.kind != transform_kind::c2c;
    };
    return r.dimensions.size() == 1 && is_plain(r.load) && is_plain(r.store) &&
           !r.store.power && r.load.samples == sample_format::number;
}

//! Complex columns that are too few for lanes: only in the workspace do their points
//! follow one another.
bool has_few_columns(const dft_problem& r)
{
    return vectors_take(r) && is_plain(r) && !r.outer_loops.empty() &&
           r.load.samples == sample_format::number && r.in.strides[0] != 1 &&
           r.out.strides[0] != 1;
}

//! Stores outputs of the inner DFT that are pairs of reals as they are.
bool store_pairs(dft_problem& inner, const dft_problem& r)
{
    if (r.store.kind != transform_kind::c2r || !r.store.is_half || r.store.is_float16)
        return false;
    inner.store = r.store;
    inner.out = r.out;
    if (take_pairs_as_complex(inner.store, inner.out))
        return true;
    inner.store = {};
    return false;
}

} // namespace

std::vector<pass> with_separate_io_passes(const dft_problem& r,
                                          const device_limits& limits,
                                          const strategy& dft)
{
    if (!limits.is_cpu || !(is_real_kind(r) || has_few_columns(r)))
        return {};
    auto inner = dft_between_io(r);
    inner.load = {};
    inner.dimensions[0].caller_length = inner.dimensions[0].length;
    inner.in = packed_workspace(inner, r.workspace_offset);
    inner.workspace_offset = inner.in.distance;
    const bool stores_pairs = store_pairs(inner, r);
    if (!stores_pairs)
        leave_in_workspace(inner);
    auto passes = dft.make_passes(inner, limits);
    if (passes.empty())
        return {};

    auto first = r;
    first.store = {};
    first.out = inner.in;
    first.in_place = false;
    first.dimensions[0].length = inner.dimensions[0].length;
    passes.insert(passes.begin(), make_vector_io(first, limits));
    if (!stores_pairs)
        passes.push_back(make_last_pass(r, inner, limits));
    return passes;
}

} // namespace gpufft
