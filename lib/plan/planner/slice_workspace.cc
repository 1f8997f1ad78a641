/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/planner/shared_workspace.h"
#include "plan/planner/slice_workspace.h"
#include "plan/simd/nt_stores.h"
#include <algorithm>

namespace gpufft {

namespace {

//! The output is complex numbers as the passes compute with them, without gaps.
bool has_plain_output(const transform& t)
{
    return t.kind == transform_kind::c2c && t.number != precision::float16 &&
           t.output_layout == complex_layout::interleaved && !t.in_place &&
           output_extent(t, 1) == t.points();
}

//! A tile's outputs lie where its inputs did.
bool may_be_in_place(const pass& p)
{
    const auto is_alike = [](const axis& a) { return a.input_weight == a.output_weight; };
    return std::all_of(p.dimensions.begin(),
                       p.dimensions.end(),
                       [](const pass_dimension& d) {
                           return d.input_step * d.input_stride ==
                                  d.output_step * d.output_stride;
                       }) &&
           std::all_of(p.grid.begin(), p.grid.end(), is_alike) &&
           (p.columns_are_rows() || is_alike(p.columns));
}

//! Threads take rows of several dimensions, and every pass goes on where the one before
//! has left its data: in \p where, for which another buffer would do as well.
bool leave_data_in(const plan& p, buffer_role where)
{
    const auto& passes = p.passes;
    for (std::size_t i = 1; i < passes.size(); ++i) {
        if (passes[i - 1].to != where || passes[i].from != where ||
            !may_be_in_place(passes[i]))
            return false;
    }
    return p.slice_rows && p.request.rank() > 1 && has_plain_output(p.request);
}

plan with_data_in(const plan& p, buffer_role where)
{
    auto result = p;
    auto& passes = result.passes;
    for (std::size_t i = 1; i < passes.size(); ++i) {
        passes[i - 1].to = where;
        passes[i].from = where;
    }
    passes.back().in_place = where == buffer_role::output;
    set_nt_store_rows(passes.back(), 0);
    set_workspace_distances(result);
    return result;
}

} // namespace

void keep_slices_in_workspace(plan& p)
{
    if (!leave_data_in(p, buffer_role::output))
        return;
    auto result = with_data_in(p, buffer_role::workspace);
    stream_large_outputs(result.passes, p.limits);
    if (result.passes.back().vector().nt_store_rows)
        p = std::move(result);
}

std::optional<small_batch_plan> keep_small_batch_in_output(const plan& many)
{
    if (!leave_data_in(many, buffer_role::workspace))
        return std::nullopt;
    // N-d rows have gaps between them, but the rows of a pass within one follow one
    // another.
    const bool has_gaps = packed(many.request).output_distance != many.request.points();
    if (has_gaps && rows_differ(many.passes))
        return std::nullopt;
    const auto bytes = many.request.points() * point_bytes(many.request.number);
    small_batch_plan few;
    // The workspace gains nothing where the third-level cache holds all output: see
    // measurements.md, "Small batches in a thread's workspace".
    const auto cached =
        cpu_model_of(many.limits).l3_bytes_per_core * many.limits.compute_units;
    few.rows = static_cast<std::uint32_t>(cached / bytes);
    if (!few.rows)
        return std::nullopt;
    few.result = with_data_in(many, buffer_role::output);
    return few;
}

} // namespace gpufft
