/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/evaluate.h"
#include <algorithm>
#include <cmath>

namespace gpufft {


std::int64_t
evaluate_integer(const node& n, const std::vector<std::int64_t>& index, std::int64_t row)
{
    const auto operand = [&](std::size_t i) {
        return evaluate_integer(*n.operands[i], index, row);
    };
    switch (n.does) {
    case operation::constant:
        return static_cast<std::int64_t>(n.value);
    case operation::index:
        return index[static_cast<std::size_t>(n.number)];
    case operation::row:
        return row;
    case operation::negate:
        return -operand(0);
    case operation::add:
        return operand(0) + operand(1);
    case operation::subtract:
        return operand(0) - operand(1);
    case operation::multiply:
        return operand(0) * operand(1);
    case operation::divide:
        return operand(0) / operand(1);
    case operation::modulo:
        return operand(0) % operand(1);
    case operation::minimum:
        return std::min(operand(0), operand(1));
    case operation::maximum:
        return std::max(operand(0), operand(1));
    default:
        return 0;
    }
}

namespace {

//! Values of an expression in numbers of one kind.
template <class number>
class evaluator
{
public:
    using complex = std::complex<number>;

    explicit evaluator(const evaluated_at& where) : at(where) {}

    complex value(const node& n) const
    {
        const auto operand = [&](std::size_t i) { return value(*n.operands[i]); };
        switch (n.does) {
        case operation::constant:
        case operation::imaginary_unit:
        case operation::element:
        case operation::index:
        case operation::row:
        case operation::number:
        case operation::buffer:
            return leaf(n);
        case operation::negate:
            return -operand(0);
        case operation::add:
            return operand(0) + operand(1);
        case operation::subtract:
            return operand(0) - operand(1);
        case operation::multiply:
            return operand(0) * operand(1);
        case operation::divide:
            return quotient(operand(0), operand(1));
        case operation::select:
            return holds(*n.operands[0]) ? operand(1) : operand(2);
        default:
            return function(
                n, operand(0), n.operands.size() > 1 ? operand(1) : complex());
        }
    }

private:
    const evaluated_at& at;

    static complex rounded(const std::complex<double>& z)
    {
        return { static_cast<number>(z.real()), static_cast<number>(z.imag()) };
    }

    //! A real divisor divides each part: 1 / 0 is infinite, as in kernels.
    static complex quotient(const complex& a, const complex& b)
    {
        return b.imag() == 0 ? complex(a.real() / b.real(), a.imag() / b.real()) : a / b;
    }

    bool holds(const node& n) const
    {
        const auto left = value(*n.operands[0]).real();
        const auto right = value(*n.operands[1]).real();
        switch (n.does) {
        case operation::less:
            return left < right;
        case operation::less_or_equal:
            return left <= right;
        default:
            return left == right;
        }
    }

    const std::complex<double>& element(const node& n) const
    {
        return at.elements.empty() ? at.element
                                   : at.elements[static_cast<std::size_t>(n.number)];
    }

    complex leaf(const node& n) const
    {
        switch (n.does) {
        case operation::constant:
            return static_cast<number>(n.value);
        case operation::imaginary_unit:
            return { 0, 1 };
        case operation::element:
            return rounded(n.type == value_type::real ? element(n).real() : element(n));
        case operation::index:
        case operation::row:
            return static_cast<number>(evaluate_integer(n, at.index, at.row));
        case operation::number:
            return rounded(argument(n).front());
        default: {
            const auto last = static_cast<std::int64_t>(argument(n).size()) - 1;
            const auto i = evaluate_integer(*n.operands[0], at.index, at.row);
            return rounded(argument(
                n)[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, last))]);
        }
        }
    }

    const std::vector<std::complex<double>>& argument(const node& n) const
    {
        return at.arguments[static_cast<std::size_t>(n.number)];
    }

    static complex function(const node& n, const complex& a, const complex& b)
    {
        switch (n.does) {
        case operation::conjugate:
            return std::conj(a);
        case operation::real:
            return a.real();
        case operation::imaginary:
            return a.imag();
        case operation::norm:
            return std::norm(a);
        case operation::absolute:
            return std::abs(a);
        case operation::exponential:
            return n.type == value_type::real ? complex(std::exp(a.real())) : std::exp(a);
        case operation::logarithm:
            return std::log(a.real());
        case operation::logarithm10:
            return std::log10(a.real());
        case operation::square_root:
            return std::sqrt(a.real());
        case operation::sine:
            return std::sin(a.real());
        case operation::cosine:
            return std::cos(a.real());
        case operation::minimum:
            return std::fmin(a.real(), b.real());
        case operation::maximum:
            return std::fmax(a.real(), b.real());
        default: // complex
            return { a.real(), b.real() };
        }
    }
};

} // namespace

template <class number>
std::complex<double> evaluate_as(const node& whole, const evaluated_at& at)
{
    const auto z = evaluator<number>(at).value(whole);
    return { static_cast<double>(z.real()), static_cast<double>(z.imag()) };
}

std::complex<double> evaluate(const node& whole, const evaluated_at& at)
{
    return evaluate_as<double>(whole, at);
}

template std::complex<double> evaluate_as<float>(const node&, const evaluated_at&);
template std::complex<double> evaluate_as<double>(const node&, const evaluated_at&);
template std::complex<double> evaluate_as<long double>(const node&, const evaluated_at&);

} // namespace gpufft
