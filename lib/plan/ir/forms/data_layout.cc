/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/data_layout.h"

namespace gpufft {

namespace {

element stored_as(bool is_real, complex_layout layout)
{
    if (is_real)
        return element::real;
    return layout == complex_layout::planar ? element::planar : element::complex;
}

} // namespace

data_layout input_layout(const transform& t)
{
    data_layout result;
    result.at = buffer_role::input;
    result.distance = t.input_distance;
    for (const auto& d : t.shape)
        result.strides.push_back(d.input_stride);
    for (const auto& l : t.loops)
        result.loop_strides.push_back(l.input_stride);
    result.stored = stored_as(has_real_input(t), t.input_layout);
    result.is_float16 = t.number == precision::float16;
    result.expression = fused_load(t);
    return result;
}

data_layout output_layout(const transform& t)
{
    data_layout result;
    result.at = buffer_role::output;
    result.distance = t.output_distance;
    for (const auto& d : t.shape)
        result.strides.push_back(d.output_stride);
    for (const auto& l : t.loops)
        result.loop_strides.push_back(l.output_stride);
    result.stored = stored_as(has_real_output(t), t.output_layout);
    result.is_float16 = t.number == precision::float16;
    result.expression = fused_store(t);
    return result;
}

data_layout workspace_layout(const transform& t,
                             const std::vector<std::int64_t>& lengths,
                             element stored)
{
    data_layout result;
    result.at = buffer_role::workspace;
    result.stored = stored;
    std::int64_t weight = 1;
    result.strides.resize(lengths.size());
    for (std::size_t i = lengths.size(); i-- > 0;) {
        result.strides[i] = weight;
        weight *= lengths[i];
    }
    result.loop_strides.resize(t.loops.size());
    for (std::size_t i = t.loops.size(); i-- > 0;) {
        result.loop_strides[i] = weight;
        weight *= t.loops[i].count;
    }
    result.distance = weight;
    return result;
}

} // namespace gpufft
