/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/request/io_view.h"
#include "plan/request/refuse.h"
#include "plan/request/validate.h"

namespace gpufft {

namespace {

// Complex and real elements in one buffer: a real row begins where its complex one does.
void check_real_in_place(const transform& full)
{
    const bool real_in = has_real_input(full);
    const auto& real = real_in ? INPUT_VIEW : OUTPUT_VIEW;
    const auto& bins = real_in ? OUTPUT_VIEW : INPUT_VIEW;
    if (full.*bins.layout == complex_layout::planar) {
        refuse("a real transform cannot be planar in place: its two planes are not where "
               "the real points are; use two buffers, or interleaved");
    }
    const auto real_axes = view_axes(full, real);
    const auto bin_axes = view_axes(full, bins);
    const auto length = full.shape.back().length;
    const auto last = real_axes.size() - 1;
    if (real_axes[last].stride != 1 || bin_axes[last].stride != 1) {
        refuse("a real transform in place has stride 1 along its last dimension, got {} "
               "and {}; use two buffers",
               real_axes[last].stride,
               bin_axes[last].stride);
    }
    const auto check = [&](std::int64_t count, std::int64_t reals, std::int64_t pairs) {
        if (count > 1 && reals != saturated_product(2, pairs)) {
            refuse("a real transform in place needs its {} points padded to {}, so that "
                   "real strides are twice the complex ones; got {} and {}",
                   length,
                   2 * (length / 2 + 1),
                   reals,
                   pairs);
        }
    };
    for (std::size_t i = 0; i < last; ++i)
        check(real_axes[i].count, real_axes[i].stride, bin_axes[i].stride);
    check(2, full.*real.distance, full.*bins.distance);
}

void check_same_layout(const transform& full)
{
    if (full.real_input) {
        refuse("a real input cannot be transformed in place: the complex output is twice "
               "as large; use two buffers");
    }
    if (full.input_layout != full.output_layout) {
        refuse("in place, input and output are both planar or both interleaved; use two "
               "buffers");
    }
    const auto in = view_axes(full, INPUT_VIEW);
    const auto out = view_axes(full, OUTPUT_VIEW);
    const auto check = [](const char* subject, std::int64_t a, std::int64_t b) {
        if (a != b) {
            refuse("in place, input and output have the same {}, got {} and {}; use two "
                   "buffers",
                   subject,
                   a,
                   b);
        }
    };
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i].count > 1)
            check("strides", in[i].stride, out[i].stride);
    check("distance", full.input_distance, full.output_distance);
}

} // namespace

void check_in_place(const transform& full)
{
    if (!full.in_place)
        return;
    if (full.kind == transform_kind::r2c || full.kind == transform_kind::c2r)
        check_real_in_place(full);
    else
        check_same_layout(full);
    check_overlap(full, INPUT_VIEW, 1);
}

} // namespace gpufft
