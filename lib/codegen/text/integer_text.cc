/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/integer_text.h"
#include "plan/expression/index_bounds.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_INT = 2147483647;

//! Writes integers as numbers of type `type`.
class integer_writer
{
public:
    integer_writer(const value_context& context, int lane, std::string type)
        : c(context), d_lane(lane), d_type(std::move(type))
    {
    }

    std::string text(const node& n) const
    {
        const auto operand = [&](std::size_t i) { return text(*n.operands[i]); };
        switch (n.does) {
        case operation::constant:
            return constant(n);
        case operation::index:
            return cast(c.index(n.number, d_lane));
        case operation::row:
            return cast(c.row(d_lane));
        case operation::negate:
            return fmt::format("(-{})", operand(0));
        case operation::add:
            return fmt::format("({} + {})", operand(0), operand(1));
        case operation::subtract:
            return fmt::format("({} - {})", operand(0), operand(1));
        case operation::multiply:
            return fmt::format("({} * {})", operand(0), operand(1));
        case operation::divide:
            return fmt::format("({} / {})", operand(0), operand(1));
        case operation::modulo:
            return fmt::format("({} % {})", operand(0), operand(1));
        case operation::minimum:
            return fmt::format("min({}, {})", operand(0), operand(1));
        default:
            return fmt::format("max({}, {})", operand(0), operand(1));
        }
    }

    //! \p text, or the nearest of 0 .. \p last.
    std::string within(const std::string& text, std::int64_t last) const
    {
        return fmt::format("min(max({0}, ({1})0), ({1}){2})", text, d_type, last);
    }

private:
    std::string constant(const node& n) const
    {
        return fmt::format("({}){}", d_type, static_cast<std::int64_t>(n.value));
    }

    std::string cast(const std::string& text) const
    {
        return fmt::format("({})({})", d_type, text);
    }

    const value_context& c;
    int d_lane;
    std::string d_type;
};

const char* long_type(const value_context& c)
{
    return c.d.is_cuda() ? "long long" : "long";
}

} // namespace

std::string
integer_text(const value_context& c, const node& n, std::int64_t length, int lane)
{
    const auto bounds = bounds_of(n, c.e.counts, c.e.rows);
    const bool is_short = bounds.on_the_way.is_within(-MOST_INT, MOST_INT);
    const integer_writer writer(c, lane, is_short ? "int" : long_type(c));
    const auto text = writer.text(n);
    return bounds.value.is_within(0, length - 1) ? text : writer.within(text, length - 1);
}

bool is_uniform(const value_context& c, const node& n)
{
    if (n.does == operation::index)
        return c.is_uniform_index(n.number);
    if (n.does == operation::row)
        return c.is_uniform_row;
    return std::all_of(n.operands.begin(), n.operands.end(), [&](const auto& each) {
        return is_uniform(c, *each);
    });
}

bool is_run(const value_context& c, const node& n, std::int64_t length)
{
    if (!bounds_of(n, c.e.counts, c.e.rows).value.is_within(0, length - 1))
        return false;
    if (n.does == operation::index)
        return !c.is_uniform_index(n.number);
    if (n.does == operation::subtract)
        return is_run(c, *n.operands[0], MOST_INT) && is_uniform(c, *n.operands[1]);
    if (n.does != operation::add)
        return false;
    const auto& a = *n.operands[0];
    const auto& b = *n.operands[1];
    return (is_run(c, a, MOST_INT) && is_uniform(c, b)) ||
           (is_uniform(c, a) && is_run(c, b, MOST_INT));
}

} // namespace gpufft
