/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/vector_stages.h"
#include "plan/strategies/io/pointwise_pass.h"
#include <algorithm>
#include <utility>

/*!
 * Complex rows whose points lie apart, that have gaps between some of them or whose
 * rotation would cut a vector, or that an expression makes or takes: work-items copy them
 * to the workspace, or from it, where they are rows that follow one another, as vector
 * kernels need them. On CPU devices.
 */
namespace gpufft {

namespace {

//! Rows of \p side are at one distance from each other, their points without gaps.
bool has_rows(const dft_problem& r, const dft_view& side)
{
    return side.strides[0] == 1 &&
           (r.outer_loops.empty() ||
            (r.outer_loops.size() == 1 &&
             side.distance == side.outer_weights[0] * r.outer_loops[0]));
}

//! \p side with the values of the outer loop counted as rows.
dft_view rows_of(const dft_view& side)
{
    auto rows = side;
    if (!side.outer_weights.empty())
        rows.distance = side.outer_weights.back();
    rows.outer_weights.clear();
    return rows;
}

//! Passes of \p dft between copies on the sides that are not rows.
std::vector<pass> between_copies(const dft_problem& r,
                                 const device_limits& limits,
                                 const strategy& dft,
                                 bool loads_rows,
                                 bool stores_rows)
{
    const bool joins_rows = r.repeats() > 1;
    if ((loads_rows && stores_rows) ||
        (joins_rows && (!r.may_join_rows || r.workspace_offset)))
        return {};
    const auto between = packed_workspace(r, r.workspace_offset);
    auto inner = r;
    inner.outer_loops.clear();
    inner.row_factor *= r.repeats();
    inner.in_place = false;
    inner.in = rows_of(loads_rows ? r.in : between);
    inner.out = rows_of(stores_rows ? r.out : between);
    inner.workspace_offset = between.distance;
    if (!loads_rows) {
        inner.load = {};
        inner.dimensions[0].input_rotation = 0;
    }
    if (!stores_rows) {
        inner.store = {};
        inner.dimensions[0].output_rotation = 0;
    }
    auto passes = dft.make_passes(inner, limits);
    // A DFT of several passes has a workspace of its own, whose rows are those of the
    // transform.
    if (passes.empty() || (joins_rows && passes.size() > 1))
        return {};
    if (!loads_rows) {
        auto first = r;
        first.store = {};
        first.out = between;
        first.dimensions[0].output_rotation = 0;
        first.in_place = false;
        passes.insert(passes.begin(), make_pointwise_pass(first));
    }
    if (!stores_rows) {
        auto last = r;
        last.load = {};
        last.in = between;
        last.dimensions[0].input_rotation = 0;
        last.in_place = false;
        passes.push_back(make_pointwise_pass(last));
    }
    return passes;
}

//! \p r as its inner DFT is without expressions, which copies take.
dft_problem without_expressions(dft_problem r)
{
    r.load.expression = r.store.expression = nullptr;
    if (r.store.kind == transform_kind::c2c && r.store.stored == element::real)
        r.store.stored = element::complex; // what an expression makes of that
    return r;
}

//! Whether the inner DFT loads and stores rows itself; else a copy does.
using sides = std::pair<bool, bool>;

//! What to try, the fewest copies first.
std::vector<sides> sides_of(const dft_problem& r)
{
    const auto& along = r.dimensions[0];
    const bool loads = has_rows(r, r.in), stores = has_rows(r, r.out);
    const bool loads_plain = loads && !r.load.expression;
    const bool stores_plain = stores && !r.store.expression;
    std::vector<sides> all;
    const auto add = [&](const sides& which) {
        if (std::find(all.begin(), all.end(), which) == all.end())
            all.push_back(which);
    };
    add({ loads, stores_plain });
    add({ loads_plain, stores });
    add({ loads_plain, stores_plain });
    // Copies do the rotations that the inner DFT does not take.
    if (along.is_rotated())
        add({ loads_plain && !along.input_rotation,
              stores_plain && !along.output_rotation });
    return all;
}

} // namespace

std::vector<pass>
with_copy_passes(const dft_problem& r, const device_limits& limits, const strategy& dft)
{
    if (!limits.is_cpu || !vectors_take(without_expressions(r)) || r.store.power ||
        r.load.samples != sample_format::number)
        return {};
    for (const auto& [loads_rows, stores_rows] : sides_of(r)) {
        auto passes = between_copies(r, limits, dft, loads_rows, stores_rows);
        if (!passes.empty())
            return passes;
    }
    return {};
}

} // namespace gpufft
