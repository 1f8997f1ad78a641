/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/expression.h"
#include <cmath>
#include <functional>
#include <utility>

namespace gpufft {

using operation = expression::operation;

expression_graph::expression_graph() { node({}); }

std::size_t expression_graph::key_hash::operator()(const key& k) const
{
    const auto& [op, left, right, factor] = k;
    std::size_t result = std::hash<constant>()(factor);
    for (const auto part : { static_cast<int>(op), left, right })
        result = result * 0x9e3779b97f4a7c15 + static_cast<std::size_t>(part);
    return result;
}

int expression_graph::node(const expression& e)
{
    const auto [found, is_new] = d_known.try_emplace({ e.op, e.left, e.right, e.factor },
                                                     static_cast<int>(d_nodes.size()));
    if (is_new)
        d_nodes.push_back(e);
    return found->second;
}

constant expression_graph::same_factor(constant factor)
{
    // An equal factor that was there first stands for both.
    const auto near = d_factors.lower_bound(factor - FACTOR_TOLERANCE);
    if (near != d_factors.end() && *near <= factor + FACTOR_TOLERANCE)
        return *near;
    d_factors.insert(factor);
    return factor;
}

value expression_graph::input(int number)
{
    return { node({ operation::input, number, 0, 1.0 }), false };
}

value expression_graph::multiply(constant factor, value a)
{
    if (factor == 0.0 || a.node == 0)
        return zero();
    if (factor < 0.0)
        return -multiply(-factor, a);
    if (d_nodes[a.node].op == operation::product) {
        const expression inner = d_nodes[a.node];
        return multiply(factor * inner.factor, { inner.left, a.negative });
    }
    factor = std::abs(factor - 1.0) < FACTOR_TOLERANCE ? 1.0 : same_factor(factor);
    if (factor == 1.0)
        return a;
    return { node({ operation::product, a.node, 0, factor }), a.negative };
}

value expression_graph::add(value a, value b)
{
    if (a.node == 0)
        return b;
    if (b.node == 0)
        return a;

    const auto is_product = [&](value v) {
        return d_nodes[v.node].op == operation::product;
    };
    const auto base = [&](value v) {
        return is_product(v) ? d_nodes[v.node].left : v.node;
    };
    const auto factor = [&](value v) {
        return is_product(v) ? d_nodes[v.node].factor : 1.0;
    };
    if (base(a) == base(b)) {
        // Opposite parts that are equal on paper must vanish, not leave a rounding error.
        const constant sum =
            (a.negative ? -1 : 1) * factor(a) + (b.negative ? -1 : 1) * factor(b);
        return std::abs(sum) < FACTOR_TOLERANCE ? zero()
                                                : multiply(sum, { base(a), false });
    }
    if (is_product(a) && factor(a) == factor(b))
        return multiply(factor(a), add({ base(a), a.negative }, { base(b), b.negative }));

    if (a.node > b.node)
        std::swap(a, b);
    const auto op = a.negative == b.negative ? operation::sum : operation::difference;
    return { node({ op, a.node, b.node, 1.0 }), a.negative };
}

complex_value add(expression_graph& g, const complex_value& a, const complex_value& b)
{
    return { g.add(a.re, b.re), g.add(a.im, b.im) };
}

complex_value
subtract(expression_graph& g, const complex_value& a, const complex_value& b)
{
    return { g.subtract(a.re, b.re), g.subtract(a.im, b.im) };
}

complex_value
multiply(expression_graph& g, complex_constant factor, const complex_value& a)
{
    const constant c = factor.real();
    const constant s = factor.imag();
    return { g.subtract(g.multiply(c, a.re), g.multiply(s, a.im)),
             g.add(g.multiply(s, a.re), g.multiply(c, a.im)) };
}

} // namespace gpufft
