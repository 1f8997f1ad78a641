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
    data_layout made;
    made.at = buffer_role::input;
    made.distance = t.input_distance;
    for (const auto& d : t.shape)
        made.strides.push_back(d.input_stride);
    for (const auto& l : t.loops)
        made.loop_strides.push_back(l.input_stride);
    made.stored = stored_as(has_real_input(t), t.input_layout);
    made.is_float16 = t.number == precision::float16;
    return made;
}

data_layout output_layout(const transform& t)
{
    data_layout made;
    made.at = buffer_role::output;
    made.distance = t.output_distance;
    for (const auto& d : t.shape)
        made.strides.push_back(d.output_stride);
    for (const auto& l : t.loops)
        made.loop_strides.push_back(l.output_stride);
    made.stored = stored_as(has_real_output(t), t.output_layout);
    made.is_float16 = t.number == precision::float16;
    return made;
}

data_layout workspace_layout(const transform& t,
                             const std::vector<std::int64_t>& lengths,
                             element stored)
{
    data_layout made;
    made.at = buffer_role::workspace;
    made.stored = stored;
    std::int64_t weight = 1;
    made.strides.resize(lengths.size());
    for (std::size_t i = lengths.size(); i-- > 0;) {
        made.strides[i] = weight;
        weight *= lengths[i];
    }
    made.loop_strides.resize(t.loops.size());
    for (std::size_t i = t.loops.size(); i-- > 0;) {
        made.loop_strides[i] = weight;
        weight *= t.loops[i].count;
    }
    made.distance = weight;
    return made;
}

} // namespace gpufft
