/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_EXPRESSION_H
#define INCLUDED_GPUFFT_LIB_CODELET_EXPRESSION_H

#include <unordered_map>
#include <complex>
#include <cstddef>
#include <set>
#include <tuple>
#include <vector>

namespace gpufft {

//! Wider than what is printed, so that every literal has been rounded once.
using constant = long double;
using complex_constant = std::complex<constant>;

//! Factors are of order one. Nearer than this they are one number on paper, reached in
//! two ways; taken as two they would hide common subexpressions.
constexpr constant FACTOR_TOLERANCE = 1e-15;

//! A real value: a node of the graph, or its negative. A sign on the edge instead of a
//! node of its own means that x - y and y - x are one node, and negation is free.
struct value {
    int node = 0;
    bool negative = false;

    value operator-() const { return { node, !negative }; }
};

//! What a node computes from the nodes before it.
struct expression {
    enum class operation { zero, input, sum, difference, product };

    operation op = operation::zero;
    int left = 0;        //!< operand; of an input: its number
    int right = 0;       //!< second operand of sum and difference, a later node than left
    constant factor = 1; //!< of a product: > 0 and not 1

    bool is_addition() const
    {
        return op == operation::sum || op == operation::difference;
    }
};

/*!
 * \brief A linear computation on real inputs as a DAG in which no node occurs twice
 *
 * Every operation simplifies before it makes a node: constants fold, zeros and ones
 * vanish, signs move to the edges, c x + c y becomes c (x + y), c x + d x becomes
 * (c + d) x. A node's operands come before it. Node 0 is the constant zero: a linear
 * computation has no other.
 */
class expression_graph
{
public:
    expression_graph();

    value zero() const { return {}; }
    value input(int number);
    value add(value a, value b);
    value subtract(value a, value b) { return add(a, -b); }
    value multiply(constant factor, value a);

    const std::vector<expression>& nodes() const { return d_nodes; }
    const expression& operator[](int node) const { return d_nodes[node]; }

private:
    using key = std::tuple<expression::operation, int, int, constant>;
    struct key_hash {
        std::size_t operator()(const key& k) const;
    };

    int node(const expression& e);
    constant same_factor(constant factor);

    std::vector<expression> d_nodes;
    // Looked up for every operation of a codelet, so that it must be fast: see
    // measurements.md, "Looking nodes up".
    std::unordered_map<key, int, key_hash> d_known;
    std::set<constant> d_factors;
};

//! \p v, or its negative
inline value with_sign(value v, bool negative) { return negative ? -v : v; }

struct complex_value {
    value re, im;
};
using complex_values = std::vector<complex_value>;

complex_value add(expression_graph& g, const complex_value& a, const complex_value& b);
complex_value
subtract(expression_graph& g, const complex_value& a, const complex_value& b);
complex_value
multiply(expression_graph& g, complex_constant factor, const complex_value& a);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_EXPRESSION_H */
