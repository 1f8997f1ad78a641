/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include "plan/request/enum_names.h"
#include "plan/request/io_view.h"
#include "plan/request/parse_transform.h"
#include "plan/request/text_parts.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <set>

namespace gpufft {

namespace {

// A phrase may be long; what follows the first words of it is its value.
struct phrase {
    std::string begin;
    void (*apply)(transform& t, const side& s, const std::string& value);
    const side& of = INPUT_VIEW;
    bool takes_value = false;
};

//! A number for each of \p items, into \p field of them.
template <class items, class field>
void set_each(items& all, field items::value_type::*which, const std::string& value)
{
    const auto counts = parse_counts(value, "x");
    if (counts.size() != all.size())
        throw plan_error(fmt::format("\"{}\" has {} numbers, and {} are needed",
                                     value,
                                     counts.size(),
                                     all.size()));
    for (std::size_t i = 0; i < counts.size(); ++i)
        all[i].*which = counts[i];
}

void set_loops(transform& t, const side&, const std::string& value)
{
    t.loops.resize(parse_counts(value, "x").size());
    set_each(t.loops, &loop::count, value);
}

void set_loop_strides(transform& t, const side& s, const std::string& value)
{
    set_each(t.loops, s.loop_stride, value);
}

void set_strides(transform& t, const side& s, const std::string& value)
{
    set_each(t.shape, s.stride, value);
}

void set_rotation(transform& t, const side& s, const std::string& value)
{
    set_each(t.shape, s.rotation, value);
}

void set_distance(transform& t, const side& s, const std::string& value)
{
    t.*s.distance = parse_count(value);
}

void set_planar(transform& t, const side& s, const std::string&)
{
    t.*s.layout = complex_layout::planar;
}

convolved_outputs& outputs_of_convolution(transform& t)
{
    if (!t.convolved)
        throw plan_error("which outputs are wanted is said of a transform that is "
                         "\"convolved\", after that word");
    return *t.convolved;
}

template <std::int64_t convolved_outputs::*which>
void set_outputs(transform& t, const side&, const std::string& value)
{
    outputs_of_convolution(t).*which = parse_count(value);
}

void set_branches(transform& t, const side&, const std::string& value)
{
    t.taps_per_branch = parse_count(value);
}

void set_convolved(transform& t, const side&, const std::string&)
{
    t.convolved.emplace();
}

void set_scale(transform& t, const side&, const std::string& value)
{
    t.scale = parse_real(value);
}

template <std::string transform::*which>
void set_expression(transform& t, const side&, const std::string& value)
{
    t.*which = value;
}

void set_arguments(transform& t, const side&, const std::string& value)
{
    t.arguments = parse_arguments(value);
}

template <class field, field transform::*which, field to>
void set(transform& t, const side&, const std::string&)
{
    t.*which = to;
}

template <bool transform::*which>
constexpr auto set_flag = set<bool, which, true>;
template <precision to>
constexpr auto set_number = set<precision, &transform::number, to>;
template <normalization to>
constexpr auto set_norm = set<normalization, &transform::norm, to>;

const std::vector<phrase>& phrases()
{
    static const auto& all = *new std::vector<phrase>([] {
        std::vector<phrase> result = {
            { "float64", set_number<precision::float64> },
            { "float16", set_number<precision::float16> },
            { "real input", set_flag<&transform::real_input> },
            { "windowed", set_flag<&transform::windowed> },
            { "taps per branch ", set_branches, INPUT_VIEW, true },
            { "by length", set_norm<normalization::by_length> },
            { "orthonormal", set_norm<normalization::orthonormal> },
            { "orthogonalized", set_flag<&transform::orthogonalize> },
            { "in place", set_flag<&transform::in_place> },
            { "convolved", set_convolved },
            { "outputs from ",
              set_outputs<&convolved_outputs::first>,
              OUTPUT_VIEW,
              true },
            { "output step ", set_outputs<&convolved_outputs::step>, OUTPUT_VIEW, true },
            { "outputs ", set_outputs<&convolved_outputs::count>, OUTPUT_VIEW, true },
            { "loops ", set_loops, INPUT_VIEW, true },
            { "scaled by ", set_scale, INPUT_VIEW, true },
            { "load ", set_expression<&transform::load>, INPUT_VIEW, true },
            { "store ", set_expression<&transform::store>, INPUT_VIEW, true },
            { "arguments ", set_arguments, INPUT_VIEW, true },
            { "real output", set_flag<&transform::real_output> },
        };
        for (const auto* s : { &INPUT_VIEW, &OUTPUT_VIEW }) {
            const std::string name = s->name;
            result.push_back({ "planar " + name, set_planar, *s });
            result.push_back({ name + " rotated by ", set_rotation, *s, true });
            result.push_back({ name + " loop strides ", set_loop_strides, *s, true });
            result.push_back({ name + " strides ", set_strides, *s, true });
            result.push_back({ name + " distance ", set_distance, *s, true });
        }
        return result;
    }());
    return all;
}

const phrase& phrase_of(const std::string& text)
{
    for (const auto& each : phrases()) {
        if (each.takes_value ? text.rfind(each.begin, 0) == 0 : text == each.begin)
            return each;
    }
    std::string known;
    for (const auto& each : phrases())
        known += fmt::format("{}\"{}{}\"",
                             known.empty() ? "" : ", ",
                             each.begin,
                             each.takes_value ? "..." : "");
    throw plan_error(fmt::format(
        "\"{}\" is nothing that a transform can be; there are {}", text, known));
}

//! "c2c forward 64x64"
transform parse_heading(const std::string& text)
{
    const auto words = split_text(text, " ");
    if (words.size() != 3)
        throw plan_error(
            fmt::format("\"{}\" must be a kind, a direction and a shape, e.g. "
                        "\"c2c forward 64x64\"",
                        text));
    transform t;
    const auto kind = value_named<transform_kind>(words[0]);
    if (!kind)
        throw plan_error(fmt::format("the kind of a transform must be {}, got \"{}\"",
                                     list_of_names<transform_kind>(),
                                     words[0]));
    t.kind = *kind;
    if (words[1] != "forward" && words[1] != "inverse")
        throw plan_error(
            fmt::format("a direction must be forward or inverse, got \"{}\"", words[1]));
    t.dir = words[1] == "forward" ? direction::forward : direction::inverse;
    t.shape.resize(parse_counts(words[2], "x").size());
    set_each(t.shape, &dimension::length, words[2]);
    return t;
}

} // namespace

transform parse_transform(const std::string& text)
try {
    const auto pieces = split_text(text, ", ");
    auto t = parse_heading(pieces.front());
    std::set<std::string> seen;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const auto& known = phrase_of(pieces[i]);
        if (!seen.insert(known.begin).second)
            throw plan_error(
                fmt::format("\"{}\" is said a second time; once is enough", pieces[i]));
        known.apply(t, known.of, pieces[i].substr(known.begin.size()));
    }
    validate(t);
    return packed(t);
} catch (const expression_error& e) {
    throw plan_error(e.what()); // as all else that is wrong with a line
}

transform parse_transform_or_shape(const std::string& text)
{
    const bool is_shape = !text.empty() && text.front() >= '0' && text.front() <= '9';
    return parse_transform(is_shape ? "c2c forward " + text : text);
}

} // namespace gpufft
