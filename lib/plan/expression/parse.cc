/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/parse.h"
#include "plan/expression/tokens.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <locale>
#include <set>
#include <sstream>

namespace gpufft {

namespace {

constexpr int MOST_NESTED = 64;
constexpr int MOST_PARTS = 512;
constexpr std::size_t MOST_CHARACTERS = 4096;
constexpr std::size_t MOST_ARGUMENTS = 16;
constexpr std::size_t LONGEST_NAME = 32;
constexpr double LARGEST_INTEGER = 2147483647;
constexpr double PI = 3.14159265358979323846;

//! A part and the place where it begins.
struct part {
    node_pointer is;
    std::size_t at;
};

const char* name_of(value_type type)
{
    switch (type) {
    case value_type::condition:
        return "a condition";
    case value_type::integer:
        return "an integer";
    case value_type::real:
        return "a real value";
    case value_type::complex:
        break;
    }
    return "a complex value";
}

//! Numbers are read in the same way in every locale.
double number_of(const std::string& text)
{
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double value = 0;
    stream >> value;
    return stream ? value : HUGE_VAL;
}

bool is_numeric(const part& p) { return p.is->type != value_type::condition; }

value_type at_least_real(value_type t) { return std::max(t, value_type::real); }

class parser
{
public:
    parser(const std::string& text, const expression_names& names)
        : d_words(text, names.kind), d_names(names)
    {
        if (text.size() > MOST_CHARACTERS)
            throw expression_error(
                fmt::format("the {}expression has {} characters; {} are the limit",
                            word_before_expression(names.kind),
                            text.size(),
                            MOST_CHARACTERS));
    }

    node_pointer run()
    {
        const auto whole = condition();
        if (d_words.next().is != token::kind::end)
            d_words.fail(d_words.next().at,
                         "nothing may follow here but an operator: + - * / % < > == ...");
        if (!is_numeric(whole))
            d_words.fail(whole.at,
                         "the whole is a condition; select(condition, a, b) makes a "
                         "value of it");
        return whole.is;
    }

private:
    node_pointer
    new_node(operation does, value_type type, std::vector<part> operands, int number = 0)
    {
        if (++d_parts > MOST_PARTS)
            d_words.fail(
                d_words.next().at,
                fmt::format("more than {} parts; put values into a buffer", MOST_PARTS));
        node one{ does, type, 0, number, {} };
        for (const auto& each : operands)
            one.operands.push_back(each.is);
        return std::make_shared<const node>(std::move(one));
    }

    node_pointer constant(double value, value_type type)
    {
        return std::make_shared<const node>(
            node{ operation::constant, type, value, 0, {} });
    }

    //! \p of is a number or a value made of some.
    void expect_number(const part& of, const std::string& where)
    {
        if (!is_numeric(of))
            d_words.fail(of.at, where + " takes values, and this is a condition");
        expect_integer_inside(of);
    }

    void expect_integer_inside(const part& of)
    {
        if (d_brackets && of.is->type != value_type::integer)
            d_words.fail(of.at,
                         fmt::format("between [ and ] there are integers: indices, row, "
                                     "numbers without a point; this is {}",
                                     name_of(of.is->type)));
    }

    void expect_real(const part& of, const std::string& where)
    {
        expect_number(of, where);
        if (of.is->type == value_type::complex)
            d_words.fail(of.at,
                         where + " takes real values, and this is complex; real(), "
                                 "imag(), norm() and abs() make it real");
    }

    part condition()
    {
        const deeper_part inside(*this);
        auto left = sum();
        for (const auto& [sign, does, is_turned, is_negated] :
             { std::tuple("<=", operation::less_or_equal, false, false),
               std::tuple(">=", operation::less_or_equal, true, false),
               std::tuple("<", operation::less, false, false),
               std::tuple(">", operation::less, true, false),
               std::tuple("==", operation::equal, false, false),
               std::tuple("!=", operation::equal, false, true) }) {
            const auto at = d_words.next().at;
            if (!d_words.takes(sign))
                continue;
            if (d_brackets)
                d_words.fail(at, "between [ and ] there are no comparisons");
            auto right = sum();
            expect_real(left, sign);
            expect_real(right, sign);
            if (is_turned)
                std::swap(left.is, right.is);
            part whole{ new_node(does, value_type::condition, { left, right }), left.at };
            // a != b is select(a == b, 0, 1) == 1
            if (is_negated)
                whole.is = unequal(whole);
            return whole;
        }
        return left;
    }

    node_pointer unequal(const part& equal)
    {
        const part zero{ constant(0, value_type::real), equal.at };
        const part one{ constant(1, value_type::real), equal.at };
        const part chosen{
            new_node(operation::select, value_type::real, { equal, zero, one }), equal.at
        };
        return new_node(operation::equal, value_type::condition, { chosen, one });
    }

    part sum()
    {
        auto left = product();
        for (;;) {
            const bool adds = d_words.takes("+");
            if (!adds && !d_words.takes("-"))
                return left;
            left = binary(adds ? operation::add : operation::subtract,
                          adds ? "+" : "-",
                          left,
                          product());
        }
    }

    part product()
    {
        auto left = signed_part();
        for (;;) {
            if (d_words.takes("*")) {
                left = binary(operation::multiply, "*", left, signed_part());
                continue;
            }
            const auto at = d_words.next().at;
            const bool divides = d_words.takes("/");
            if (!divides && !d_words.takes("%"))
                return left;
            if (!divides && !d_brackets)
                d_words.fail(at, "% is for integers, between [ and ]");
            left = divided(left, divides, signed_part());
        }
    }

    part binary(operation does, const char* sign, const part& left, const part& right)
    {
        expect_number(left, sign);
        expect_number(right, sign);
        auto type = std::max(left.is->type, right.is->type);
        if (!d_brackets)
            type = at_least_real(type);
        return { new_node(does, type, { left, right }), left.at };
    }

    //! Integers are divided by numbers that are not 0, so that kernels never are.
    part divided(const part& left, bool divides, const part& right)
    {
        const auto does = divides ? operation::divide : operation::modulo;
        const bool is_number =
            right.is->does == operation::constant && right.is->value != 0;
        if (d_brackets && !is_number)
            d_words.fail(right.at,
                         "between [ and ] a divisor is a number above 0, as in [n / 2]");
        return binary(does, divides ? "/" : "%", left, right);
    }

    part signed_part()
    {
        const deeper_part inside(*this);
        const auto at = d_words.next().at;
        if (d_words.takes("+"))
            return signed_part();
        if (!d_words.takes("-"))
            return primary();
        const auto of = signed_part();
        expect_number(of, "-");
        const auto type = d_brackets ? of.is->type : at_least_real(of.is->type);
        return { new_node(operation::negate, type, { of }), at };
    }

    part primary()
    {
        const auto word = d_words.take();
        switch (word.is) {
        case token::kind::number:
            return number(word);
        case token::kind::name:
            return named(word);
        case token::kind::sign:
            if (word.text == "(") {
                const auto within = condition();
                expect(")");
                return { within.is, word.at };
            }
            break;
        case token::kind::end:
            d_words.fail(word.at, "something is missing here: a value");
        }
        d_words.fail(word.at,
                     fmt::format("\"{}\" is where a value should be", word.text));
    }

    part number(const token& word)
    {
        const auto value = number_of(word.text);
        if (!std::isfinite(value))
            d_words.fail(word.at, "this number is too large");
        if (!d_brackets)
            return { constant(value, value_type::real), word.at };
        if (word.text.find_first_not_of("0123456789") != std::string::npos ||
            value > LARGEST_INTEGER)
            d_words.fail(word.at,
                         "between [ and ] numbers are integers up to 2147483647");
        return { constant(value, value_type::integer), word.at };
    }

    part named(const token& word)
    {
        if (const auto* function = function_named(word.text))
            return call(word, *function);
        if (const auto e = element_of(word.text); e >= 0)
            return { new_node(operation::element,
                              d_names.is_real(static_cast<std::size_t>(e))
                                  ? value_type::real
                                  : value_type::complex,
                              {},
                              e),
                     word.at };
        if (word.text == "row")
            return { new_node(operation::row, value_type::integer, {}), word.at };
        if (word.text == "i")
            return { new_node(operation::imaginary_unit, value_type::complex, {}),
                     word.at };
        if (word.text == "pi")
            return { constant(PI, value_type::real), word.at };
        if (const auto d = dimension_of(word.text); d >= 0)
            return { new_node(operation::index, value_type::integer, {}, d), word.at };
        return argument(word);
    }

    //! The number of a lone element "x", or of "x0" where there are several; -1: none.
    int element_of(const std::string& name) const
    {
        if (name == d_names.element)
            return d_names.elements() == 1 ? 0 : -1;
        for (std::size_t i = 0; i < d_names.real_elements.size(); ++i)
            if (name == d_names.element + std::to_string(i))
                return static_cast<int>(i);
        return -1;
    }

    //! The dimension of index "n", or of "n1" where there are several; -1: none.
    int dimension_of(const std::string& name) const
    {
        if (d_names.dimensions == 1)
            return name == d_names.index || name == d_names.index + "0" ? 0 : -1;
        for (std::size_t d = 0; d < d_names.dimensions; ++d)
            if (name == d_names.index + std::to_string(d))
                return static_cast<int>(d);
        return -1;
    }

    part argument(const token& word)
    {
        const auto& all = d_names.arguments;
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) {
            return each.name == word.text;
        });
        if (found == all.end())
            d_words.fail(word.at,
                         fmt::format("\"{}\" is no name here; there are {}",
                                     word.text,
                                     known_names()));
        const auto number = static_cast<int>(found - all.begin());
        if (found->is == argument_kind::number)
            return { new_node(operation::number, value_type::real, {}, number), word.at };
        if (!d_words.takes("["))
            d_words.fail(word.at,
                         fmt::format("{0} is a buffer; {0}[index] is an element of it",
                                     word.text));
        ++d_brackets;
        const auto index = sum();
        expect_integer_inside(index);
        expect("]");
        --d_brackets;
        const auto type = found->is == argument_kind::complex_buffer ? value_type::complex
                                                                     : value_type::real;
        return { new_node(operation::buffer, type, { index }, number), word.at };
    }

    part call(const token& word, const function_facts& function)
    {
        if (!d_words.takes("("))
            d_words.fail(word.at, fmt::format("{0} is a function: {0}(...)", word.text));
        std::vector<part> operands = { condition() };
        while (d_words.takes(","))
            operands.push_back(condition());
        expect(")");
        if (operands.size() != function.operands)
            d_words.fail(word.at,
                         fmt::format("{} takes {} values, got {}",
                                     word.text,
                                     function.operands,
                                     operands.size()));
        return { new_node(
                     function.does, type_of(word, function.does, operands), operands),
                 word.at };
    }

    value_type
    type_of(const token& word, operation does, const std::vector<part>& operands)
    {
        const auto& name = word.text;
        const bool is_integral = does == operation::minimum || does == operation::maximum;
        if (d_brackets && !is_integral)
            d_words.fail(word.at, "between [ and ] there are min() and max() alone");
        switch (does) {
        case operation::conjugate:
        case operation::exponential:
            expect_number(operands[0], name);
            return at_least_real(operands[0].is->type);
        case operation::real:
        case operation::imaginary:
        case operation::norm:
        case operation::absolute:
            expect_number(operands[0], name);
            return value_type::real;
        case operation::select:
            if (is_numeric(operands[0]))
                d_words.fail(operands[0].at,
                             "select takes a condition first, e.g. n < 8");
            expect_number(operands[1], name);
            expect_number(operands[2], name);
            return at_least_real(std::max(operands[1].is->type, operands[2].is->type));
        default:
            for (const auto& each : operands)
                expect_real(each, name);
            if (does == operation::complex)
                return value_type::complex;
            return d_brackets ? value_type::integer : value_type::real;
        }
    }

    void expect(const char* sign)
    {
        if (!d_words.takes(sign))
            d_words.fail(d_words.next().at, fmt::format("\"{}\" is missing here", sign));
    }

    std::string known_names() const
    {
        auto all = d_names.element_name(0);
        for (std::size_t i = 1; i < d_names.elements(); ++i)
            all += ", " + d_names.element_name(i);
        for (std::size_t d = 0; d < d_names.dimensions; ++d)
            all +=
                ", " + d_names.index + (d_names.dimensions == 1 ? "" : std::to_string(d));
        all += ", row, i, pi";
        for (const auto& each : d_names.arguments)
            all += ", " + each.name;
        return all + ", and the functions " + list_of_functions();
    }

    //! Counts how deep parts are in parts: the parser calls itself.
    struct deeper_part {
        explicit deeper_part(parser& of) : in(of)
        {
            if (++in.d_nested > MOST_NESTED)
                in.d_words.fail(in.d_words.next().at,
                                fmt::format("more than {} parentheses and signs in each "
                                            "other",
                                            MOST_NESTED / 2));
        }
        ~deeper_part() { --in.d_nested; }
        deeper_part(const deeper_part&) = delete;
        deeper_part& operator=(const deeper_part&) = delete;
        parser& in;
    };

    token_reader d_words;
    const expression_names& d_names;
    int d_brackets = 0;
    int d_nested = 0;
    int d_parts = 0;
};

//! Indices of all dimensions are names of their own, whatever a transform has.
bool is_taken(const std::string& name)
{
    const auto is_index = [&](char letter) {
        return name[0] == letter &&
               (name.size() == 1 ||
                (name.size() == 2 && name[1] >= '0' && name[1] <= '9'));
    };
    return name == "x" || name == "y" || name == "i" || name == "pi" || name == "row" ||
           is_index('n') || is_index('k') || function_named(name);
}

} // namespace

node_pointer parse_expression(const std::string& text, const expression_names& names)
{
    return parser(text, names).run();
}

void check_arguments(const std::vector<expression_argument>& arguments)
{
    if (arguments.size() > MOST_ARGUMENTS)
        throw plan_error(fmt::format(
            "{} arguments of expressions; at most {} work: put numbers into a buffer",
            arguments.size(),
            MOST_ARGUMENTS));
    std::set<std::string> seen;
    for (const auto& each : arguments) {
        if (!is_name(each.name) || each.name.size() > LONGEST_NAME)
            throw plan_error(fmt::format(
                "the name of an argument is a letter, then letters, digits and _, {} at "
                "most; got \"{}\"",
                LONGEST_NAME,
                is_name(each.name) ? each.name : "something else"));
        if (is_taken(each.name))
            throw plan_error(fmt::format("an argument cannot have the name {}, which "
                                         "means something in expressions; {}_ would do",
                                         each.name,
                                         each.name));
        if (!seen.insert(each.name).second)
            throw plan_error(fmt::format(
                "two arguments have the name {}; give each its own", each.name));
        if (each.is != argument_kind::number &&
            (each.length < 1 || each.length > MAX_LENGTH))
            throw plan_error(fmt::format("buffer {} has 1 to {} (2^27) elements, got {}",
                                         each.name,
                                         MAX_LENGTH,
                                         each.length));
    }
}

} // namespace gpufft
