/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/pass_io_view.h"
#include <algorithm>

namespace gpufft {

namespace {

const io_operation& load_of(const pass& p) { return p.load; }
const io_operation& store_of(const pass& p) { return p.store; }

//! Elements from the first value of \p a to the last. An axis that is part of the
//! dimension counts there.
std::int64_t reach_of(const axis& a, const pass_io_view& s)
{
    return a.*s.axis_step ? 0 : saturated_product(a.size - 1, a.*s.weight);
}

} // namespace

const pass_io_view PASS_INPUT = {
    "input",
    &pass::from,
    &pass::input_distance,
    &pass::input_offset,
    &pass_dimension::input_step,
    &pass_dimension::input_stride,
    &pass_dimension::input_rotation,
    &axis::input_step,
    &axis::input_weight,
    load_of,
    false,
};

const pass_io_view PASS_OUTPUT = {
    "output",
    &pass::to,
    &pass::output_distance,
    &pass::output_offset,
    &pass_dimension::output_step,
    &pass_dimension::output_stride,
    &pass_dimension::output_rotation,
    &axis::output_step,
    &axis::output_weight,
    store_of,
    true,
};

std::vector<axis> whole_axes(const pass& p)
{
    std::vector<axis> axes = { p.columns };
    if (p.columns.extent)
        axes.front().size = p.columns.extent;
    else if (p.workgroup().paired_columns)
        axes.front().size = saturated_product(p.columns.size, p.grid.front().size);
    for (const auto& a : p.grid) {
        if (!(p.columns.extent && a.name == "column_tile"))
            axes.push_back(a);
    }
    return axes;
}

std::int64_t io_elements(const pass& p, const pass_io_view& s, std::size_t i)
{
    const auto& d = p.dimensions[i];
    const auto& op = s.op(p);
    if (s.is_output && p.store.kept)
        return p.store.kept->count;
    if (!s.is_output && p.load.taps_per_branch > 1)
        return saturated_product(p.load.taps_per_branch, d.caller_length);
    if (op.kind == transform_kind::c2c)
        return op.by == convolution::none ? d.length : dft_length(p, op);
    const bool is_last = i + 1 == p.dimensions.size();
    const auto spectrum = s.is_output ? transform_kind::r2c : transform_kind::c2r;
    return is_last && op.kind == spectrum ? d.caller_length / 2 + 1 : d.caller_length;
}

std::int64_t last_element(const pass& p, const pass_io_view& s)
{
    auto last = saturated_sum(p.*s.offset, p.vector().inner_batch - 1);
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        last = saturated_sum(
            last, saturated_product(io_elements(p, s, i) - 1, p.dimensions[i].*s.stride));
    }
    if (p.columns_are_rows() && !p.is_pointwise())
        return last;
    for (const auto& a : whole_axes(p))
        last = saturated_sum(last, reach_of(a, s));
    return last;
}

bool has_aligned_rows(const pass& p, const pass_io_view& s, std::int64_t n)
{
    return p.dimensions.front().*s.stride == 1 && p.*s.distance % n == 0 &&
           p.*s.offset % n == 0 &&
           (p.columns_are_rows() || p.columns.*s.weight % n == 0) &&
           std::all_of(p.grid.begin(), p.grid.end(), [&](const axis& a) {
               return a.*s.weight % n == 0;
           });
}

bool goes_elsewhere(const pass& p)
{
    const bool is_complex =
        p.load.stored == element::complex && p.store.stored == element::complex;
    return p.from == buffer_role::workspace && p.to == buffer_role::workspace &&
           is_complex &&
           (last_element(p, PASS_INPUT) < p.output_offset ||
            last_element(p, PASS_OUTPUT) < p.input_offset);
}

bool leaves_columns_out(const pass& p)
{
    return p.is_vector() && p.columns.extent > p.columns.size && p.in_place &&
           !goes_elsewhere(p) && p.load.kind == transform_kind::c2c && !p.grid.empty() &&
           p.grid.front().name == "column_tile";
}

} // namespace gpufft
