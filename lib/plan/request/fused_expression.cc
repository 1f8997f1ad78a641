/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include "plan/expression/index_bounds.h"
#include "plan/expression/tokens.h"
#include "plan/request/fused_expression.h"
#include "plan/request/io_view.h"
#include "plan/request/refuse.h"
#include <algorithm>

namespace gpufft {

namespace {

// Bounds of what kernels compute in 64 bits.
constexpr std::int64_t MOST_INDEX = std::int64_t(1) << 52;

//! The fields of a transform that an expression is made of.
struct expression_side {
    const side& view;
    std::string transform::*text;
};

expression_side load_side() { return { INPUT_VIEW, &transform::load }; }
expression_side store_side() { return { OUTPUT_VIEW, &transform::store }; }

//! The elements that expressions see are those of the kind, not those that they make.
bool has_real_element(const transform& t, const side& s)
{
    return s.is_output() ? t.kind == transform_kind::c2r || is_trigonometric(t.kind)
                         : has_real_input(t);
}

bool wants_reals(const transform& t, const side& s)
{
    if (s.is_output())
        return has_real_output(t);
    return t.kind == transform_kind::r2c || is_trigonometric(t.kind);
}

expression_names names_of(const transform& t, const side& s)
{
    return { s.is_output() ? "store" : "load",
             s.is_output() ? "y" : "x",
             has_real_element(t, s),
             s.is_output() ? "k" : "n",
             t.rank(),
             t.arguments };
}

template <class Visit>
void each_part(const node& whole, const Visit& visit)
{
    visit(whole);
    for (const auto& each : whole.operands)
        each_part(*each, visit);
}

//! Loops and dimensions by their strides.
std::vector<fused_expression::digit> digits_of(const transform& t, const side& s)
{
    std::vector<fused_expression::digit> all;
    const auto axes = view_axes(t, s);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i].count < 2)
            continue;
        const auto d = static_cast<int>(i) - static_cast<int>(t.loops.size());
        const auto rotation =
            d < 0 ? 0 : t.shape[static_cast<std::size_t>(d)].*s.rotation;
        all.push_back({ axes[i].count, axes[i].stride, rotation, std::max(d, -1) });
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.stride > b.stride;
    });
    return all;
}

//! Each place has one index: the slower axes lie around the faster ones.
bool are_digits(const std::vector<fused_expression::digit>& all)
{
    std::int64_t reach = 0; // of the faster axes
    for (auto d = all.rbegin(); d != all.rend(); ++d) {
        if (d->stride <= reach)
            return false;
        reach += (d->count - 1) * d->stride;
    }
    return true;
}

fused_pointer fused(const transform& t, const expression_side& e)
{
    const auto& text = t.*e.text;
    if (text.empty())
        return nullptr;
    const auto& s = e.view;
    const auto names = names_of(t, s);
    fused_expression result;
    result.is_load = !s.is_output();
    result.value = parse_expression(text, names);
    result.text = expression_text(*result.value, names);
    result.arguments = used_arguments(*result.value, t.arguments);
    result.has_real_element = names.has_real_element;
    result.has_real_result = wants_reals(t, s);
    result.uses_index = has_operation(*result.value, operation::index);
    result.uses_row = has_operation(*result.value, operation::row);
    for (std::size_t d = 0; d < t.rank(); ++d)
        result.counts.push_back(view_length(t, s, d));
    if (result.has_real_result && result.value->type == value_type::complex)
        fail_expression(names.kind,
                        text,
                        0,
                        fmt::format("the whole is complex where reals are {}; real(), "
                                    "imag(), norm() and abs() make reals",
                                    result.is_load ? "transformed" : "stored"));
    if (!has_indices_within(result, MOST_INDEX))
        fail_expression(names.kind,
                        text,
                        0,
                        "an index reaches beyond 2^52, of which kernels know nothing; "
                        "compute it from lesser numbers");
    if (!result.uses_index)
        return std::make_shared<const fused_expression>(std::move(result));
    result.digits = digits_of(t, s);
    if (!are_digits(result.digits))
        refuse("the {} expression \"{}\" has an index, and with these {} strides places "
               "do not tell it: strides of slower axes must reach around the faster ones",
               names.kind,
               result.text,
               s.name);
    return std::make_shared<const fused_expression>(std::move(result));
}

std::string text_of(const transform& t, const expression_side& e)
try {
    if ((t.*e.text).empty())
        return "";
    const auto names = names_of(t, e.view);
    return expression_text(*parse_expression(t.*e.text, names), names);
} catch (const expression_error&) {
    return t.*e.text; // for the message that says what is wrong with it
}

} // namespace

fused_pointer fused_load(const transform& t) { return fused(t, load_side()); }
fused_pointer fused_store(const transform& t) { return fused(t, store_side()); }
std::string load_text(const transform& t) { return text_of(t, load_side()); }
std::string store_text(const transform& t) { return text_of(t, store_side()); }

std::vector<used_argument>
used_arguments(const node& whole, const std::vector<expression_argument>& arguments)
{
    std::vector<bool> is_used(arguments.size());
    each_part(whole, [&](const node& n) {
        if (n.does == operation::number || n.does == operation::buffer)
            is_used[static_cast<std::size_t>(n.number)] = true;
    });
    std::vector<used_argument> all;
    for (std::size_t i = 0; i < is_used.size(); ++i)
        if (is_used[i])
            all.push_back({ static_cast<int>(i), arguments[i] });
    return all;
}

bool has_indices_within(const fused_expression& e, std::int64_t most)
{
    bool all = true;
    each_part(*e.value, [&](const node& n) {
        if (n.does == operation::buffer)
            all = all && bounds_of(*n.operands[0], e.counts, e.rows)
                             .on_the_way.is_within(-most, most);
    });
    return all;
}

bool has_expressions(const transform& t) { return !t.load.empty() || !t.store.empty(); }

bool are_same(const fused_pointer& a, const fused_pointer& b)
{
    if (!a || !b)
        return a == b;
    const auto same = [](const used_argument& one, const used_argument& other) {
        return one.number == other.number && one.argument.name == other.argument.name &&
               one.argument.is == other.argument.is &&
               one.argument.length == other.argument.length;
    };
    return a->text == b->text && a->is_load == b->is_load &&
           std::equal(a->arguments.begin(),
                      a->arguments.end(),
                      b->arguments.begin(),
                      b->arguments.end(),
                      same);
}

bool has_operation(const node& whole, operation does)
{
    bool found = false;
    each_part(whole, [&](const node& n) { found = found || n.does == does; });
    return found;
}

} // namespace gpufft
