/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

//! How strongly an operation binds its operands.
enum strength { COMPARED, ADDED, MULTIPLIED, SIGNED, ALONE };

struct sign_facts {
    const char* sign;
    strength binds;
};

sign_facts sign_of(operation does)
{
    switch (does) {
    case operation::add:
        return { "+", ADDED };
    case operation::subtract:
        return { "-", ADDED };
    case operation::multiply:
        return { "*", MULTIPLIED };
    case operation::divide:
        return { "/", MULTIPLIED };
    case operation::modulo:
        return { "%", MULTIPLIED };
    case operation::less:
        return { "<", COMPARED };
    case operation::less_or_equal:
        return { "<=", COMPARED };
    case operation::equal:
        return { "==", COMPARED };
    case operation::negate:
        return { "-", SIGNED };
    default:
        return { "", ALONE };
    }
}

class writer
{
public:
    explicit writer(const expression_names& names) : d_names(names) {}

    std::string text(const node& n) const
    {
        switch (n.does) {
        case operation::constant:
            return n.type == value_type::integer
                       ? fmt::format("{}", static_cast<std::int64_t>(n.value))
                       : fmt::format("{}", n.value);
        case operation::imaginary_unit:
            return "i";
        case operation::element:
            return d_names.element_name(static_cast<std::size_t>(n.number));
        case operation::index:
            return d_names.index +
                   (d_names.dimensions == 1 ? "" : std::to_string(n.number));
        case operation::row:
            return "row";
        case operation::number:
            return argument(n);
        case operation::buffer:
            return fmt::format("{}[{}]", argument(n), text(*n.operands[0]));
        default:
            return composed(n);
        }
    }

private:
    const std::string& argument(const node& n) const
    {
        return d_names.arguments[static_cast<std::size_t>(n.number)].name;
    }

    std::string composed(const node& n) const
    {
        const auto [sign, binds] = sign_of(n.does);
        if (binds == ALONE)
            return call(n);
        if (binds == SIGNED)
            return sign + grouped(*n.operands[0], SIGNED);
        // Operators of one strength are done from the left.
        const auto right = static_cast<strength>(binds + 1);
        return grouped(*n.operands[0], binds == COMPARED ? right : binds) + sign +
               grouped(*n.operands[1], right);
    }

    std::string grouped(const node& n, strength least) const
    {
        return sign_of(n.does).binds < least ? "(" + text(n) + ")" : text(n);
    }

    std::string call(const node& n) const
    {
        std::string all = facts_of(n.does).name;
        for (std::size_t i = 0; i < n.operands.size(); ++i)
            all += (i ? "," : "(") + text(*n.operands[i]);
        return all + ")";
    }

    const expression_names& d_names;
};

[[noreturn]] void refuse_argument(const std::string& text)
{
    throw plan_error(fmt::format("\"{}\" is no argument of an expression; there are "
                                 "\"number NAME\", \"real NAME[LENGTH]\" and "
                                 "\"complex NAME[LENGTH]\", with \"; \" between them",
                                 text));
}

std::int64_t length_of(const std::string& digits, const std::string& argument)
{
    if (digits.empty() || digits.size() > 12 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
        refuse_argument(argument);
    return std::stoll(digits);
}

expression_argument parse_argument(const std::string& text)
{
    const auto space = text.find(' ');
    if (space == std::string::npos)
        refuse_argument(text);
    const auto kind = text.substr(0, space);
    const auto rest = text.substr(space + 1);
    if (kind == "number")
        return { rest, argument_kind::number, 0 };
    const auto bracket = rest.find('[');
    if ((kind != "real" && kind != "complex") || bracket == std::string::npos ||
        rest.back() != ']')
        refuse_argument(text);
    return { rest.substr(0, bracket),
             kind == "real" ? argument_kind::real_buffer : argument_kind::complex_buffer,
             length_of(rest.substr(bracket + 1, rest.size() - bracket - 2), text) };
}

} // namespace

std::string expression_text(const node& whole, const expression_names& names)
{
    return writer(names).text(whole);
}

std::string arguments_text(const std::vector<expression_argument>& arguments)
{
    std::string all;
    for (const auto& each : arguments) {
        all += all.empty() ? "" : "; ";
        if (each.is == argument_kind::number)
            all += "number " + each.name;
        else
            all += fmt::format("{} {}[{}]",
                               each.is == argument_kind::real_buffer ? "real" : "complex",
                               each.name,
                               each.length);
    }
    return all;
}

std::vector<expression_argument> parse_arguments(const std::string& text)
{
    const std::string between = "; ";
    std::vector<expression_argument> all;
    for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
        const auto end = std::min(text.find(between, begin), text.size());
        all.push_back(parse_argument(text.substr(begin, end - begin)));
        begin = end + between.size();
    }
    return all;
}

} // namespace gpufft
