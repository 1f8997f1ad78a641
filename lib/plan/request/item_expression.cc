/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include "plan/expression/tokens.h"
#include "plan/request/item_expression.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

// Items of a stream: at 10^9 a second, three days of them.
constexpr std::int64_t MOST_ITEMS = std::int64_t(1) << 48;
// Bounds of what kernels compute in 64 bits.
constexpr std::int64_t MOST_ITEM_INDEX = std::int64_t(1) << 60;

constexpr std::size_t MOST_BYTES = std::numeric_limits<int>::max();

std::string in_one_line(std::string text)
{
    for (auto& c : text)
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    return text;
}

void check_sizes(const item_expression& e)
{
    if (e.inputs.empty() || e.inputs.size() > MOST_INPUTS)
        refuse("{} inputs; an expression has 1 to {}", e.inputs.size(), MOST_INPUTS);
    auto widest = sample_bytes(e.output);
    for (const auto each : e.inputs)
        widest = std::max(widest, sample_bytes(each));
    if (e.length < 1 || e.length > MOST_BYTES / widest)
        refuse("vlen is {}; 1 to {} samples make an item", e.length, MOST_BYTES / widest);
}

//! x0, x1 ... are the inputs, however many there are.
void check_names(const std::vector<expression_argument>& arguments)
{
    for (const auto& each : arguments)
        if (each.name[0] == 'x' &&
            std::all_of(each.name.begin() + 1, each.name.end(), [](char c) {
                return c >= '0' && c <= '9';
            }))
            refuse(
                "an argument cannot have the name {}, which is an input's; {}_ would do",
                each.name,
                each.name);
}

void check_use(const item_expression& e)
{
    if (e.value.arguments.size() == e.arguments.size())
        return;
    for (std::size_t i = 0; i < e.arguments.size(); ++i)
        if (i == e.value.arguments.size() ||
            e.value.arguments[i].number != static_cast<int>(i))
            refuse("the expression \"{}\" does not use {}; leave it out",
                   e.value.text,
                   e.arguments[i].name);
}

} // namespace

std::size_t sample_bytes(item_type t)
{
    switch (t) {
    case item_type::complex_float:
        return 8;
    case item_type::real_float:
    case item_type::int32:
        return 4;
    case item_type::int16:
        return 2;
    case item_type::int8:
        break;
    }
    return 1;
}

std::vector<item_type> parse_item_types(const std::string& letters, const char* side)
{
    const std::string known = "cfisb";
    std::vector<item_type> all;
    for (const char each : letters) {
        const auto at = known.find(each);
        if (at == std::string::npos)
            refuse("the types of the {} are \"{}\"; a letter for each: c (complex), f "
                   "(float), i (int), s (short) or b (byte)",
                   side,
                   letters);
        all.push_back(static_cast<item_type>(at));
    }
    return all;
}

item_expression_pointer
make_item_expression(const std::string& lines,
                     const std::vector<item_type>& inputs,
                     item_type output,
                     std::size_t length,
                     const std::vector<expression_argument>& arguments)
{
    const auto text = in_one_line(lines);
    item_expression result;
    result.inputs = inputs;
    result.output = output;
    result.length = length;
    result.arguments = arguments;
    check_sizes(result);
    check_arguments(arguments);
    check_names(arguments);
    expression_names names{ "", "x", false, "n", 1, result.arguments, {} };
    for (const auto each : inputs)
        names.real_elements.push_back(each != item_type::complex_float);
    auto& value = result.value;
    value.value = parse_expression(text, names);
    value.text = expression_text(*value.value, names);
    value.arguments = used_arguments(*value.value, arguments);
    value.counts = { static_cast<std::int64_t>(length) };
    value.rows = MOST_ITEMS;
    value.has_real_result = output != item_type::complex_float;
    value.uses_index = has_operation(*value.value, operation::index);
    value.uses_row = has_operation(*value.value, operation::row);
    if (value.has_real_result && value.value->type == value_type::complex)
        fail_expression("",
                        text,
                        0,
                        "the whole is complex, and the output is not; real(), imag(), "
                        "norm() and abs() make reals");
    if (!has_indices_within(value, MOST_ITEM_INDEX))
        fail_expression("",
                        text,
                        0,
                        "an index reaches beyond 2^60, of which kernels know nothing; "
                        "compute it from lesser numbers");
    check_use(result);
    return std::make_shared<const item_expression>(std::move(result));
}

} // namespace gpufft
