/* SPDX-License-Identifier: GPL-3.0-or-later */
// The language of load and store expressions: texts, types, values, bounds, and what is
// said of mistakes. Random expressions are written, read and evaluated two ways.
#include "plan/expression/evaluate.h"
#include "plan/expression/expression_text.h"
#include "plan/expression/index_bounds.h"
#include "plan/request/fused_expression.h"
#include "plan/request/parse_transform.h"
#include "support/judges/reference.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

const std::vector<expression_argument> ARGUMENTS = {
    { "h", argument_kind::complex_buffer, 8 },
    { "w", argument_kind::real_buffer, 4 },
    { "s", argument_kind::number, 0 },
};

//! Names of a load expression of complex elements, of \p dimensions dimensions.
expression_names names_of(std::size_t dimensions = 1)
{
    return { "load", "x", false, "n", dimensions, ARGUMENTS };
}

const argument_values VALUES = {
    { { 1, 2 }, { 3, -1 }, { 0, 1 }, { 2, 2 }, { -1, 0 }, { 4, 1 }, { 1, 1 }, { 0, -3 } },
    { 0.5, 2, -1, 4 },
    { 3 },
};

complex value_of(const std::string& text, complex x, std::int64_t n, std::int64_t row)
{
    const std::vector<std::int64_t> index = { n };
    return evaluate(*parse_expression(text, names_of()), { x, index, row, VALUES });
}

std::string refusal_of(const std::string& text, std::size_t dimensions = 1)
{
    try {
        parse_expression(text, names_of(dimensions));
    } catch (const build_error& e) {
        return e.what();
    }
    return "accepted";
}

struct spelled {
    const char* text;
    const char* again;
    const char* why;
};

const spelled SPELLED[] = {
    { "x", "x", "an element" },
    { " x *conj( h[ n ] )", "x*conj(h[n])", "blanks mean nothing" },
    { "(x+s)*s", "(x+s)*s", "parentheses that are needed stay" },
    { "((x)*(s))+(s)", "x*s+s", "others go" },
    { "x-(s-1)", "x-(s-1)", "operators of one strength go from the left" },
    { "x-s-1", "x-s-1", "the same without" },
    { "x/(s*2)", "x/(s*2)", "a product that is divided by" },
    { "-(x+1)", "-(x+1)", "a sign before a sum" },
    { "--x", "--x", "two signs" },
    { "+x", "x", "a plus sign means nothing" },
    { "x*-s", "x*-s", "a sign behind an operator" },
    { "h[(n+1)%8]", "h[(n+1)%8]", "integers" },
    { "h[min(n,7)]", "h[min(n,7)]", "functions of integers" },
    { "1e-3*x", "0.001*x", "numbers in their shortest form" },
    { ".5*x", "0.5*x", "a point first" },
    { "select(n<4,x,0)", "select(n<4,x,0)", "a condition" },
    { "select(4>n,x,0)", "select(n<4,x,0)", "a comparison turned round" },
    { "select(n!=4,x,0)", "select(select(n==4,0,1)==1,x,0)", "not equal" },
    { "n0*x", "n*x", "the only dimension has two names" },
    { "pi*x", "3.141592653589793*x", "a number by its name" },
};

struct valued {
    const char* text;
    complex is;
    const char* why;
};

// x = 3 + 4i, n = 2, row = 5.
const valued VALUED[] = {
    { "x", { 3, 4 }, "the element" },
    { "conj(x)", { 3, -4 }, "a conjugate" },
    { "x*conj(x)", 25, "a product" },
    { "norm(x)", 25, "a squared magnitude" },
    { "abs(x)", 5, "a magnitude" },
    { "abs(-s)", 3, "of a real" },
    { "real(x)-imag(x)", -1, "parts" },
    { "imag(s)", 0, "of a real" },
    { "h[n]", { 0, 1 }, "a buffer" },
    { "h[n+6]", { 0, -3 }, "beyond the end: the last element" },
    { "h[n-9]", { 1, 2 }, "before the first: that" },
    { "w[row%4]", 2, "the row's number" },
    { "w[row/2]", -1, "integers are divided between brackets" },
    { "n/4", 0.5, "and reals elsewhere" },
    { "h[-n+3]", { 3, -1 }, "a sign between brackets" },
    { "x/i", { 4, -3 }, "the imaginary unit" },
    { "exp(i*pi)", -1, "a complex exponential" },
    { "exp(0*n)", 1, "a real one" },
    { "log(exp(s))", 3, "a logarithm" },
    { "10*log10(100)", 20, "decibels" },
    { "sqrt(16)", 4, "a root" },
    { "sin(pi/2)+cos(0)", 2, "of an angle" },
    { "complex(s,n)", { 3, 2 }, "from two parts" },
    { "min(s,n)+max(s,n)", 5, "the lesser and the greater" },
    { "select(n<=2,x,1)", { 3, 4 }, "one of two" },
    { "select(n<2,x,1)", 1, "the other" },
    { "2+3*4-6/2", 11, "strengths of operators" },
    { "s*x*x", { -21, 72 }, "complex squares" },
};

struct refused {
    const char* text;
    std::size_t column; //!< from 1
    const char* says;
};

const refused REFUSED[] = {
    { "", 1, "something is missing here: a value" },
    { "x*", 3, "something is missing here: a value" },
    { "x*)", 3, "\")\" is where a value should be" },
    { "(x", 3, "\")\" is missing here" },
    { "x x", 3, "nothing may follow here" },
    { "2x", 2, "a sign is missing between the number and what follows" },
    { "x#1", 2, "this character is in no expression" },
    { "x; }", 2, "this character is in no expression" },
    { "x*\n2", 3, "this character is in no expression" },
    { "g*x", 1, "\"g\" is no name here; there are x, n, row, i, pi, h, w, s, and the" },
    { "n1*x", 1, "\"n1\" is no name here" },
    { "h*x", 1, "h is a buffer; h[index] is an element of it" },
    { "s[n]", 2, "nothing may follow here" },
    { "h[x]", 3, "between [ and ] there are integers" },
    { "h[0.5]", 3, "between [ and ] numbers are integers" },
    { "h[n/2.]", 5, "between [ and ] numbers are integers" },
    { "h[n/0]", 5, "a divisor is a number above 0" },
    { "h[n%n]", 5, "a divisor is a number above 0" },
    { "h[abs(n)]", 3, "between [ and ] there are min() and max() alone" },
    { "h[n<2]", 4, "\"]\" is missing here" },
    { "n%2*x", 2, "% is for integers, between [ and ]" },
    { "conj", 1, "conj is a function: conj(...)" },
    { "conj(x,x)", 1, "conj takes 1 values, got 2" },
    { "min(s)", 1, "min takes 2 values, got 1" },
    { "sqrt(x)", 6, "takes real values, and this is complex" },
    { "max(s,x)", 7, "takes real values, and this is complex" },
    { "x<1", 1, "takes real values, and this is complex" },
    { "n<1", 1, "the whole is a condition" },
    { "select(x,1,2)", 8, "select takes a condition first" },
    { "1+(n<2)", 3, "takes values, and this is a condition" },
    { "1e999*x", 1, "this number is too large" },
};

//! Random expressions, and their values by another way.
class random_expression
{
public:
    explicit random_expression(std::mt19937& random) : d_random(random) {}

    struct made {
        std::string text;
        complex is;
        bool is_real;
    };

    //! At x, n and row of VALUED.
    made any(int depth)
    {
        switch (d_random() % (depth ? 9 : 3)) {
        case 0:
            return { "x", { 3, 4 }, false };
        case 1:
            return { "s", 3, true };
        case 2: {
            const auto at = d_random() % 8;
            return { fmt::format("h[{}]", at), VALUES[0][at], false };
        }
        case 3: {
            const auto a = any(depth - 1), b = any(depth - 1);
            return { a.text + "+(" + b.text + ")", a.is + b.is, a.is_real && b.is_real };
        }
        case 4: {
            const auto a = any(depth - 1), b = any(depth - 1);
            return { "(" + a.text + ")*(" + b.text + ")",
                     a.is * b.is,
                     a.is_real && b.is_real };
        }
        case 5: {
            const auto a = any(depth - 1);
            return { "-(" + a.text + ")", -a.is, a.is_real };
        }
        case 6: {
            const auto a = any(depth - 1);
            return { "conj(" + a.text + ")", std::conj(a.is), a.is_real };
        }
        case 7: {
            const auto a = any(depth - 1);
            return { "norm(" + a.text + ")/16", std::norm(a.is) / 16, true };
        }
        default: {
            const auto a = any(depth - 1), b = any(depth - 1);
            return {
                fmt::format(
                    "select(real({})<imag({}),{},{})", a.text, b.text, a.text, b.text),
                a.is.real() < b.is.imag() ? a.is : b.is,
                a.is_real && b.is_real
            };
        }
        }
    }

private:
    std::mt19937& d_random;
};

void expect_bounds(const char* text, std::int64_t least, std::int64_t most)
{
    const auto whole = parse_expression(fmt::format("h[{}]", text), names_of());
    const auto b = bounds_of(*whole->operands[0], { 8 }).value;
    CPPUNIT_ASSERT_EQUAL_MESSAGE(text, least, b.least);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(text, most, b.most);
}

std::string refusal_of_transform(const std::string& line)
{
    try {
        parse_transform(line);
    } catch (const plan_error& e) {
        return e.what();
    }
    return "accepted";
}

} // namespace

class qa_expression : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expression);
    CPPUNIT_TEST(texts_are_read_and_written);
    CPPUNIT_TEST(values_are_right);
    CPPUNIT_TEST(mistakes_are_marked);
    CPPUNIT_TEST(depth_and_length_have_limits);
    CPPUNIT_TEST(random_expressions_keep_their_values);
    CPPUNIT_TEST(bounds_hold);
    CPPUNIT_TEST(arguments_have_texts);
    CPPUNIT_TEST(transforms_say_them);
    CPPUNIT_TEST(transforms_refuse);
    CPPUNIT_TEST(what_is_wrong_with_an_expression_is_a_build_error);
    CPPUNIT_TEST_SUITE_END();

public:
    void texts_are_read_and_written()
    {
        for (const auto& s : SPELLED) {
            const auto once =
                expression_text(*parse_expression(s.text, names_of()), names_of());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, std::string(s.again), once);
            const auto twice =
                expression_text(*parse_expression(once, names_of()), names_of());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, once, twice);
        }
    }

    void values_are_right()
    {
        for (const auto& v : VALUED) {
            const auto got = value_of(v.text, { 3, 4 }, 2, 5);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{}: {} {:+}i, {}", v.text, got.real(), got.imag(), v.why),
                std::abs(got - v.is) < 1e-12 * (1 + std::abs(v.is)));
        }
    }

    void mistakes_are_marked()
    {
        for (const auto& r : REFUSED) {
            const auto got = refusal_of(r.text);
            std::string text = r.text;
            std::replace(text.begin(), text.end(), '\n', '?');
            const auto at = static_cast<std::size_t>(r.column - 1);
            const auto begin =
                fmt::format("the load expression \"{}\" is wrong at column {}, {}: ",
                            text,
                            r.column,
                            at < text.size() ? "\"" + text.substr(at) + "\"" : "its end");
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.text, begin, got.substr(0, begin.size()));
            CPPUNIT_ASSERT_MESSAGE(got, got.find(r.says) != std::string::npos);
        }
        CPPUNIT_ASSERT(refusal_of("n*x", 2).find("n0, n1") != std::string::npos);
    }

    // The parser and all who walk through a tree call themselves.
    void depth_and_length_have_limits()
    {
        const auto nested = std::string(500, '(') + "x" + std::string(500, ')');
        CPPUNIT_ASSERT(refusal_of(nested).find("in each other") != std::string::npos);
        CPPUNIT_ASSERT(refusal_of(std::string(500, '-') + "x").find("in each other") !=
                       std::string::npos);
        std::string sum = "x";
        for (int i = 0; i < 600; ++i)
            sum += "+x";
        CPPUNIT_ASSERT(refusal_of(sum).find("more than 512 parts") != std::string::npos);
        CPPUNIT_ASSERT(
            refusal_of(std::string(5000, ' ') + "x").find("4096 are the limit") !=
            std::string::npos);
    }

    void random_expressions_keep_their_values()
    {
        std::mt19937 random(run_seed("plan.expression"));
        random_expression expressions(random);
        for (int i = 0; i < 500; ++i) {
            const auto made = expressions.any(4);
            const auto text =
                expression_text(*parse_expression(made.text, names_of()), names_of());
            for (const auto& each : { made.text, text }) {
                const auto got = value_of(each, { 3, 4 }, 2, 5);
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{}: {:+}{:+}i", each, got.real(), got.imag()),
                    std::abs(got - made.is) <= 1e-9 * (1 + std::abs(made.is)));
            }
        }
    }

    void bounds_hold()
    {
        expect_bounds("n", 0, 7);
        expect_bounds("7-n", 0, 7);
        expect_bounds("2*n+1", 1, 15);
        expect_bounds("-n", -7, 0);
        expect_bounds("n/3", 0, 2);
        expect_bounds("(n-7)/2", -3, 0);
        expect_bounds("n%3", 0, 2);
        expect_bounds("(n-7)%3", -2, 0);
        expect_bounds("min(n,3)", 0, 3);
        expect_bounds("max(n,3)", 3, 7);
        expect_bounds("n*(n-7)", -49, 0);
        expect_bounds("row", 0, 4294967295);
        expect_bounds("row%8", 0, 7);
    }

    void arguments_have_texts()
    {
        const std::string text = "complex h[8]; real w[4]; number s";
        CPPUNIT_ASSERT_EQUAL(text, arguments_text(ARGUMENTS));
        CPPUNIT_ASSERT_EQUAL(text, arguments_text(parse_arguments(text)));
        CPPUNIT_ASSERT(parse_arguments("").empty());
        for (const char* wrong : { "h",
                                   "complex h",
                                   "complex h[]",
                                   "complex h[x]",
                                   "real h[4",
                                   "whole h[4]" })
            CPPUNIT_ASSERT_THROW_MESSAGE(wrong, parse_arguments(wrong), plan_error);
    }

    void transforms_say_them()
    {
        const std::string line = "c2c forward 64, load x*conj(h[n]), store norm(y)*s, "
                                 "arguments complex h[64]; number s, real output";
        CPPUNIT_ASSERT_EQUAL(line, to_string(parse_transform(line)));
        // Equal expressions are one transform for wisdom, however they are spelled.
        auto t = parse_transform(line);
        t.load = "  x * (conj(h[n0]))";
        CPPUNIT_ASSERT_EQUAL(line, to_string(t));
        CPPUNIT_ASSERT(has_real_output(t));
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), output_element_bytes(t));
    }

    void transforms_refuse()
    {
        const std::pair<const char*, const char*> rows[] = {
            { "c2c forward 64, load x*s", "\"s\" is no name here" },
            { "c2c forward 64, arguments number s",
              "argument s is in neither expression" },
            { "c2c forward 64, load x*x, arguments number x",
              "an argument cannot have the name x" },
            { "c2c forward 64, load x*row_, arguments number row_; number row_",
              "two arguments have the name row_" },
            { "c2c forward 64, load x*h[n], arguments complex h[0]",
              "buffer h has 1 to" },
            { "r2c forward 64, load x*i", "is complex where reals are transformed" },
            { "dct2 forward 64, store y+i", "is complex where reals are stored" },
            { "c2c forward 64, store y, real output",
              "is complex where reals are stored" },
            { "c2c forward 64, real output", "real_output needs a store expression" },
            { "c2r inverse 64, store y, real output", "real_output is for c2c and r2c" },
            { "c2c forward 64, store norm(y), real output, in place",
              "a real output cannot be stored in place" },
            { "c2c forward 64, convolved, load x*2",
              "a convolution has no load expression" },
            { "c2c forward 64, convolved, store norm(y), real output",
              "a convolution's outputs are complex" },
            { "c2c forward 64, load y", "\"y\" is no name here" },
            { "c2c forward 64, store x", "\"x\" is no name here" },
            { "c2c forward 4x4, load x*n0, input strides 3x2", "places do not tell it" },
        };
        for (const auto& [line, says] : rows) {
            const auto got = refusal_of_transform(line);
            CPPUNIT_ASSERT_MESSAGE(std::string(line) + ": " + got,
                                   got.find(says) != std::string::npos);
        }
    }

    // In a line of text the mistake is one of the line, as any other there.
    void what_is_wrong_with_an_expression_is_a_build_error()
    {
        transform t(64);
        t.load = "x * ";
        CPPUNIT_ASSERT_THROW(validate(t), build_error);
        CPPUNIT_ASSERT_THROW(parse_transform("c2c forward 64, load x*"), plan_error);
        t.load = "x";
        t.store = "y + i";
        t.kind = transform_kind::dct2;
        try {
            validate(t);
            CPPUNIT_FAIL("was accepted");
        } catch (const build_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                std::string("the store expression \"y + i\" is wrong at column 1, \"y + "
                            "i\": the whole is complex where reals are stored; real(), "
                            "imag(), norm() and abs() make reals"),
                std::string(e.what()));
        }
        t = transform(64);
        t.load = "x * h[n * 2147483647 * 2147483647]";
        t.arguments = { { "h", argument_kind::complex_buffer, 8 } };
        CPPUNIT_ASSERT_THROW(validate(t), build_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expression);
