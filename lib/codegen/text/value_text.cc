/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/integer_text.h"
#include "codegen/text/literal.h"
#include "codegen/text/value_text.h"
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft {

namespace {

class value_writer
{
public:
    explicit value_writer(const value_context& context) : c(context) {}

    value_parts value(const node& n)
    {
        switch (n.does) {
        case operation::constant:
            return real(literal(c.p, n.value));
        case operation::imaginary_unit:
            return { literal(c.p, 0), literal(c.p, 1) };
        case operation::element:
            return c.elements[static_cast<std::size_t>(n.number)];
        case operation::index:
        case operation::row:
            return real(lanes_of(
                [&](int lane) { return "(" + scalar() + ")" + grouped_index(n, lane); }));
        case operation::number:
            return real(name_in_kernel(argument(n)));
        case operation::buffer:
            return element_of(n);
        case operation::select:
            return selected(n);
        case operation::negate:
            return negated(value(*n.operands[0]));
        case operation::add:
        case operation::subtract:
            return sum(n);
        case operation::multiply:
            return product(n);
        case operation::divide:
            return quotient(n);
        default:
            return function(n);
        }
    }

private:
    const value_context& c;
    int d_declared = 0;

    static value_parts real(std::string text) { return { std::move(text), "" }; }
    static bool is_complex(const node& n) { return n.type == value_type::complex; }
    std::string scalar() const { return real_type(c.p); }

    const expression_argument& argument(const node& n) const
    {
        const auto found =
            std::find_if(c.e.arguments.begin(), c.e.arguments.end(), [&](const auto& a) {
                return a.number == n.number;
            });
        return found->argument;
    }

    //! A vector of the lanes' texts, or the only one.
    template <class Text>
    std::string lanes_of(const Text& text)
    {
        if (c.lanes == 1)
            return text(0);
        std::vector<std::string> all;
        for (int lane = 0; lane < c.lanes; ++lane)
            all.push_back(text(lane));
        if (std::all_of(
                all.begin(), all.end(), [&](const auto& t) { return t == all[0]; }))
            return declared(fmt::format("({})({})", c.type, all[0]));
        return declared(fmt::format("({})({})", c.type, fmt::join(all, ", ")));
    }

    std::string grouped_index(const node& n, int lane) const
    {
        const auto text =
            n.does == operation::row ? c.row(lane) : c.index(n.number, lane);
        return "(" + text + ")";
    }

    std::string declared(const std::string& text)
    {
        const auto name = fmt::format("v{}", d_declared++);
        c.w.line("const {} {} = {};", c.type, name, text);
        return name;
    }

    //! The real part of a value, and its imaginary part, which a real one lacks.
    std::string imaginary(const value_parts& v) const
    {
        return v.im.empty() ? literal(c.p, 0) : v.im;
    }

    //! Values between vectors of lanes, where both must be vectors.
    std::string widened(const std::string& text) const
    {
        return c.lanes == 1 ? text : fmt::format("({})({})", c.type, text);
    }

    value_parts negated(const value_parts& v)
    {
        return { declared("-" + v.re), v.im.empty() ? "" : declared("-" + v.im) };
    }

    value_parts sum(const node& n)
    {
        const char* sign = n.does == operation::add ? "+" : "-";
        const auto a = value(*n.operands[0]), b = value(*n.operands[1]);
        value_parts result = real(declared(fmt::format("{} {} {}", a.re, sign, b.re)));
        if (!is_complex(n))
            return result;
        if (b.im.empty())
            result.im = imaginary(a);
        else if (a.im.empty())
            result.im = sign[0] == '+' ? b.im : declared("-" + b.im);
        else
            result.im = declared(fmt::format("{} {} {}", a.im, sign, b.im));
        return result;
    }

    value_parts product(const node& n)
    {
        const auto a = value(*n.operands[0]), b = value(*n.operands[1]);
        if (a.im.empty() || b.im.empty()) {
            const auto& factor = a.im.empty() ? a.re : b.re;
            const auto& other = a.im.empty() ? b : a;
            return { declared(fmt::format("{} * {}", factor, other.re)),
                     other.im.empty()
                         ? ""
                         : declared(fmt::format("{} * {}", factor, other.im)) };
        }
        return { declared(fmt::format("{} * {} - {} * {}", a.re, b.re, a.im, b.im)),
                 declared(fmt::format("{} * {} + {} * {}", a.re, b.im, a.im, b.re)) };
    }

    value_parts quotient(const node& n)
    {
        const auto a = value(*n.operands[0]), b = value(*n.operands[1]);
        if (b.im.empty()) {
            return { declared(fmt::format("{} / {}", a.re, b.re)),
                     a.im.empty() ? "" : declared(fmt::format("{} / {}", a.im, b.re)) };
        }
        const auto size = declared(fmt::format("{0} * {0} + {1} * {1}", b.re, b.im));
        const auto im = imaginary(a);
        return {
            declared(fmt::format("({} * {} + {} * {}) / {}", a.re, b.re, im, b.im, size)),
            declared(fmt::format("({} * {} - {} * {}) / {}", im, b.re, a.re, b.im, size))
        };
    }

    value_parts selected(const node& n)
    {
        const auto& test = *n.operands[0];
        const auto left = value(*test.operands[0]), right = value(*test.operands[1]);
        const char* sign = test.does == operation::less            ? "<"
                           : test.does == operation::less_or_equal ? "<="
                                                                   : "==";
        const auto a = value(*n.operands[1]), b = value(*n.operands[2]);
        const auto choose = [&](const std::string& yes, const std::string& no) {
            return declared(fmt::format("{} {} {} ? {} : {}",
                                        widened(left.re),
                                        sign,
                                        widened(right.re),
                                        widened(yes),
                                        widened(no)));
        };
        return { choose(a.re, b.re),
                 is_complex(n) ? choose(imaginary(a), imaginary(b)) : "" };
    }

    //! "sqrt(a)" or "sqrtf(a)", as the language has it.
    std::string call(const std::string& name, const std::string& a, const std::string& b)
    {
        const bool is_short = c.d.is_cuda() && c.p.number != precision::float64;
        return declared(fmt::format("{}{}({}{}{})",
                                    name,
                                    is_short ? "f" : "",
                                    widened(a),
                                    b.empty() ? "" : ", ",
                                    b.empty() ? "" : widened(b)));
    }

    std::string call(const std::string& name, const std::string& a)
    {
        return call(name, a, "");
    }

    std::string norm(const value_parts& a)
    {
        return a.im.empty() ? declared(fmt::format("{0} * {0}", a.re))
                            : declared(fmt::format("{0} * {0} + {1} * {1}", a.re, a.im));
    }

    value_parts exponential(const value_parts& a)
    {
        if (a.im.empty())
            return real(call("exp", a.re));
        const auto size = call("exp", a.re);
        const auto cosine = call("cos", a.im), sine = call("sin", a.im);
        return { declared(fmt::format("{} * {}", size, cosine)),
                 declared(fmt::format("{} * {}", size, sine)) };
    }

    value_parts function(const node& n)
    {
        const auto a = value(*n.operands[0]);
        const auto b = n.operands.size() > 1 ? value(*n.operands[1]) : value_parts();
        switch (n.does) {
        case operation::conjugate:
            return { a.re, a.im.empty() ? "" : declared("-" + a.im) };
        case operation::real:
            return real(a.re);
        case operation::imaginary:
            return real(imaginary(a));
        case operation::norm:
            return real(norm(a));
        case operation::absolute:
            return real(a.im.empty() ? call("fabs", a.re) : call("sqrt", norm(a)));
        case operation::exponential:
            return exponential(a);
        case operation::minimum:
            return real(call("fmin", a.re, b.re));
        case operation::maximum:
            return real(call("fmax", a.re, b.re));
        case operation::complex:
            return { a.re, b.re };
        case operation::logarithm:
        case operation::logarithm10:
            return real(call(fmt::format("{}{}",
                                         c.has_vector_logarithms ? "vector_" : "",
                                         facts_of(n.does).name),
                             a.re));
        default:
            return real(call(facts_of(n.does).name, a.re));
        }
    }

    //! An element of a buffer: one for all lanes, neighbours, or one by one.
    value_parts element_of(const node& n)
    {
        const auto& of = argument(n);
        const auto& index = *n.operands[0];
        const bool has_parts = is_complex(n);
        const auto name = name_in_kernel(of);
        const auto place = [&](int lane) {
            return integer_text(c, index, of.length, lane);
        };
        if (is_uniform(c, index)) {
            if (!has_parts)
                return real(declared(fmt::format("{}[{}]", name, place(0))));
            const auto at = fmt::format("{}[{}]", name, place(0));
            return { declared(at + ".x"), declared(at + ".y") };
        }
        if (c.run && is_run(c, index, of.length))
            return c.run(name, place(0), has_parts);
        const auto part = [&](const char* which) {
            return lanes_of([&](int lane) {
                return fmt::format("{}[{}]{}", name, place(lane), which);
            });
        };
        if (!has_parts)
            return real(part(""));
        return { part(".x"), part(".y") };
    }
};

} // namespace

std::string value_parameter(const expression_argument& a,
                            const dialect& d,
                            const pass& p,
                            const char* star)
{
    const auto name = name_in_kernel(a);
    if (a.is == argument_kind::number)
        return "const " + real_type(p) + " " + name;
    return d.global + std::string("const ") +
           (a.is == argument_kind::complex_buffer ? complex_type(p) : real_type(p)) +
           star + name;
}

std::string name_in_kernel(const expression_argument& a) { return "given_" + a.name; }

std::vector<std::string>
value_parameters(const fused_expression& e, const dialect& d, const pass& p)
{
    std::vector<std::string> all;
    for (const auto& each : e.arguments)
        all.push_back(value_parameter(each.argument, d, p, "* "));
    return all;
}

std::vector<std::string> value_arguments(const fused_expression& e)
{
    std::vector<std::string> all;
    for (const auto& each : e.arguments)
        all.push_back(name_in_kernel(each.argument));
    return all;
}

value_parts emit_value(const value_context& c)
{
    auto result = value_writer(c).value(*c.e.value);
    // The value of a complex expression that is real has no imaginary part either.
    if (!c.e.has_real_result && result.im.empty())
        result.im = literal(c.p, 0);
    return result;
}

} // namespace gpufft
