/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include "plan/request/enum_names.h"
#include "plan/request/fused_expression.h"
#include "plan/request/io_view.h"
#include <fmt/format.h>
#include <gpufft/transform.h>

namespace gpufft {

namespace {

// "64x32": one field of all dimensions, or of all loops
template <class items, class field>
std::string joined(const items& all, field items::value_type::*which)
{
    std::string text;
    for (const auto& item : all)
        text += fmt::format("{}{}", text.empty() ? "" : "x", item.*which);
    return text;
}

bool has_packed_strides(const transform& t, const side& s)
{
    auto packed_view = without_strides(t, s);
    fill_view(packed_view, s);
    const auto as_packed = view_axes(packed_view, s);
    const auto as_given = view_axes(t, s);
    for (std::size_t i = 0; i < as_given.size(); ++i)
        if (as_given[i].count > 1 && as_given[i].stride != as_packed[i].stride)
            return false;
    return true;
}

std::int64_t default_distance(const transform& t, const side& s, bool is_packed)
{
    if (!is_packed)
        return extent_of(view_axes(t, s));
    auto packed_view = without_strides(t, s);
    fill_view(packed_view, s);
    return packed_view.*s.distance;
}

// Says only what differs from a packed view.
std::string layout_text(const transform& given, const side& s)
{
    const auto t = with_single_strides(given, s);
    std::string text;
    if (t.*s.layout == complex_layout::planar)
        text += fmt::format(", planar {}", s.name);
    const bool is_packed = !has_strides(t, s) || has_packed_strides(t, s);
    if (!is_packed && !t.loops.empty())
        text +=
            fmt::format(", {} loop strides {}", s.name, joined(t.loops, s.loop_stride));
    if (!is_packed)
        text += fmt::format(", {} strides {}", s.name, joined(t.shape, s.stride));
    const auto distance = t.*s.distance;
    if (distance != 0 && distance != default_distance(t, s, is_packed))
        text += fmt::format(", {} distance {}", s.name, distance);
    return text;
}

std::string rotation_text(const transform& t, const side& s)
{
    for (const auto& d : t.shape)
        if (d.*s.rotation != 0)
            return fmt::format(", {} rotated by {}", s.name, joined(t.shape, s.rotation));
    return "";
}

std::string expressions_text(const transform& t)
{
    std::string text;
    if (!t.load.empty())
        text += ", load " + load_text(t);
    if (!t.store.empty())
        text += ", store " + store_text(t);
    if (!t.arguments.empty())
        text += ", arguments " + arguments_text(t.arguments);
    return t.real_output ? text + ", real output" : text;
}

// Says only what differs from all points.
std::string convolved_text(const transform& t)
{
    if (!t.convolved)
        return "";
    const auto which = outputs_of(*t.convolved, t.shape.back().length);
    auto all = which;
    all.count = 0;
    std::string text = ", convolved";
    if (which.first != 0)
        text += fmt::format(", outputs from {}", which.first);
    if (which.step != 1)
        text += fmt::format(", output step {}", which.step);
    if (which.count != outputs_of(all, t.shape.back().length).count)
        text += fmt::format(", outputs {}", which.count);
    return text;
}

std::string scale_text(const transform& t)
{
    std::string text;
    if (t.norm == normalization::by_length)
        text += ", by length";
    if (t.norm == normalization::orthonormal)
        text += ", orthonormal";
    if (t.orthogonalize)
        text += ", orthogonalized";
    if (t.scale != 1)
        text += fmt::format(", scaled by {}", t.scale);
    return text;
}

} // namespace

std::string to_string(const transform& t)
{
    auto text = fmt::format("{} {} {}",
                            name_of(t.kind),
                            t.dir == direction::forward ? "forward" : "inverse",
                            joined(t.shape, &dimension::length));
    if (!t.loops.empty())
        text += ", loops " + joined(t.loops, &loop::count);
    if (t.number == precision::float64)
        text += ", float64";
    if (t.number == precision::float16)
        text += ", float16";
    if (t.real_input)
        text += ", real input";
    if (t.windowed)
        text += ", windowed";
    if (t.taps_per_branch != 1)
        text += fmt::format(", taps per branch {}", t.taps_per_branch);
    text += convolved_text(t);
    text += rotation_text(t, INPUT_VIEW) + rotation_text(t, OUTPUT_VIEW);
    text += layout_text(t, INPUT_VIEW) + layout_text(t, OUTPUT_VIEW);
    text += scale_text(t) + expressions_text(t);
    if (t.in_place)
        text += ", in place";
    return text;
}

} // namespace gpufft
