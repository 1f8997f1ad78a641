/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/request/io_view.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

// Reals of a row of n / 2 + 1 bins: a real row in the same buffer is padded to as many,
// so that both rows end at one place.
std::int64_t padded_reals(std::int64_t length) { return 2 * (length / 2 + 1); }

bool is_real_of_complex(const transform& t, const side& s)
{
    return s.is_output() ? t.kind == transform_kind::c2r : t.kind == transform_kind::r2c;
}

void fill_packed(transform& t, const side& s)
{
    std::int64_t stride = 1;
    for (std::size_t i = t.rank(); i-- > 0;) {
        t.shape[i].*s.stride = stride;
        const bool is_padded =
            t.in_place && i + 1 == t.rank() && is_real_of_complex(t, s);
        stride = saturated_product(
            stride, is_padded ? padded_reals(t.shape[i].length) : view_length(t, s, i));
    }
    for (std::size_t i = t.loops.size(); i-- > 0;) {
        t.loops[i].*s.loop_stride = stride;
        stride = saturated_product(stride, t.loops[i].count);
    }
    if (t.*s.distance == 0)
        t.*s.distance = stride;
}

void fill_given(transform& t, const side& s)
{
    const auto check = [&s](
                           std::int64_t stride, std::int64_t count, const char* subject) {
        if (stride == 0) {
            throw plan_error(
                fmt::format("some {0} strides are given, but not that of a {1} of {2}; "
                            "give all of the {0}'s, or none where it has no gaps",
                            s.name,
                            subject,
                            count));
        }
    };
    for (std::size_t i = 0; i < t.rank(); ++i)
        check(t.shape[i].*s.stride, view_length(t, s, i), "dimension");
    for (auto& l : t.loops)
        check(l.*s.loop_stride, l.count, "loop");
    if (t.*s.distance == 0)
        t.*s.distance = extent_of(view_axes(t, s));
}

} // namespace

const side INPUT_VIEW = { "input",
                          &dimension::input_stride,
                          &dimension::input_rotation,
                          &loop::input_stride,
                          &transform::input_distance,
                          &transform::input_layout,
                          has_real_input };

const side OUTPUT_VIEW = { "output",
                           &dimension::output_stride,
                           &dimension::output_rotation,
                           &loop::output_stride,
                           &transform::output_distance,
                           &transform::output_layout,
                           has_real_output };

std::int64_t view_length(const transform& t, const side& s, std::size_t i)
{
    if (t.convolved && t.rank() == 1 && &s == &OUTPUT_VIEW)
        return outputs_of(*t.convolved, t.shape.front().length).count;
    if (&s == &INPUT_VIEW && t.taps_per_branch > 1)
        return saturated_product(t.taps_per_branch, t.shape[i].length);
    const bool is_half_spectrum =
        s.is_output() ? t.kind == transform_kind::r2c : t.kind == transform_kind::c2r;
    const auto length = t.shape[i].length;
    return is_half_spectrum && i + 1 == t.rank() ? length / 2 + 1 : length;
}

std::vector<view_axis> view_axes(const transform& t, const side& s)
{
    std::vector<view_axis> axes;
    for (const auto& l : t.loops)
        axes.push_back({ l.count, l.*s.loop_stride });
    for (std::size_t i = 0; i < t.rank(); ++i)
        axes.push_back({ view_length(t, s, i), t.shape[i].*s.stride });
    return axes;
}

bool has_strides(const transform& t, const side& s)
{
    for (const auto& axis : view_axes(t, s))
        if (axis.count > 1 && axis.stride != 0)
            return true;
    return false;
}

transform without_strides(transform t, const side& s)
{
    for (auto& l : t.loops)
        l.*s.loop_stride = 0;
    for (auto& d : t.shape)
        d.*s.stride = 0;
    t.*s.distance = 0;
    return t;
}

transform with_single_strides(transform t, const side& s)
{
    for (std::size_t i = 0; i < t.rank(); ++i)
        if (view_length(t, s, i) == 1)
            t.shape[i].*s.stride = 1;
    for (auto& l : t.loops)
        if (l.count == 1)
            l.*s.loop_stride = 1;
    return t;
}

void fill_view(transform& t, const side& s)
{
    if (has_strides(t, s)) {
        t = with_single_strides(std::move(t), s);
        fill_given(t, s);
    } else {
        fill_packed(t, s);
        t = with_single_strides(std::move(t), s);
    }
}

std::int64_t extent_of(const std::vector<view_axis>& axes)
{
    std::int64_t last = 0;
    for (const auto& axis : axes)
        last = saturated_sum(last, saturated_product(axis.count - 1, axis.stride));
    return saturated_sum(last, 1);
}

bool has_packed_rows(const transform& t)
{
    transform plain;
    plain.kind = t.kind;
    plain.dir = t.dir;
    plain.in_place = t.in_place;
    plain.shape.clear();
    for (const auto& d : t.shape)
        plain.shape.push_back({ d.length });
    const auto have = packed(t), want = packed(plain);
    return t.loops.empty() && have.input_distance == want.input_distance &&
           have.output_distance == want.output_distance &&
           std::equal(have.shape.begin(),
                      have.shape.end(),
                      want.shape.begin(),
                      [](const dimension& a, const dimension& b) {
                          return a.input_stride == b.input_stride &&
                                 a.output_stride == b.output_stride;
                      });
}

} // namespace gpufft
