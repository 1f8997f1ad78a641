/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/program.h"
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gpufft {

namespace {

using operation = expression::operation;

bool is_one(constant factor) { return std::abs(factor - 1) < FACTOR_TOLERANCE; }

bool is_product(const term& t) { return t.factor != 0.0 && std::abs(t.factor) != 1.0; }

/*!
 * Makes statements of nodes. A statement may hold the negative of its node, and the signs
 * are chosen so that outputs come out positive and no line has to begin with a minus.
 * For fused arithmetic it may hold its node divided by a constant, too.
 */
class translator
{
public:
    translator(const network& n, arithmetic how)
        : d_graph(n.graph),
          d_is_fused(how == arithmetic::fused),
          d_outputs(n.outputs),
          d_inputs(n.inputs),
          d_uses(count_uses(n)),
          d_is_output(d_uses.size()),
          d_scale(d_uses.size(), 1),
          d_sign(d_uses.size()),
          d_operand(d_uses.size(), -1)
    {
        for (const value& output : d_outputs)
            d_is_output[output.node] = true;
    }

    program run()
    {
        if (d_is_fused)
            choose_scales();
        choose_signs();
        d_program.inputs = d_inputs;
        for (std::size_t node = 0; node < d_graph.nodes().size(); ++node)
            if (d_uses[node] > 0)
                translate(static_cast<int>(node));
        place_outputs();
        return d_program;
    }

private:
    bool is_inlined(int node) const
    {
        return d_graph[node].op == operation::product && !d_is_output[node] &&
               (d_is_fused || d_uses[node] == 1);
    }

    //! The node whose value a term for \p node reads: itself, or what its product scales.
    int source(int node) const { return is_inlined(node) ? d_graph[node].left : node; }

    //! What the statement of a node's source has to be multiplied by to give the node
    constant coefficient(int node) const
    {
        const int from = source(node);
        return (from == node ? 1 : d_graph[node].factor) * d_scale[from];
    }

    /*!
     * A statement with two products would be a multiplication and a multiply-add. Divided
     * by the larger of its constants it is a multiply-add alone, and whoever reads it
     * multiplies anyway, or becomes such a statement itself. Outputs have to be exact.
     */
    void choose_scales()
    {
        for (std::size_t node = 0; node < d_graph.nodes().size(); ++node) {
            const expression& e = d_graph.nodes()[node];
            if (!e.is_addition() || d_is_output[node])
                continue;
            const constant left = coefficient(e.left);
            const constant right = coefficient(e.right);
            if (!is_one(left) && !is_one(right))
                d_scale[node] = std::max(left, right);
        }
    }

    //! Users come after their operands, so going down every user has its say first.
    void choose_signs()
    {
        for (const value& output : d_outputs)
            if (d_sign[output.node] == 0)
                d_sign[output.node] = output.negative ? -1 : 1;
        for (int node = static_cast<int>(d_graph.nodes().size()) - 1; node > 0; --node) {
            if (d_graph[node].op == operation::input)
                d_sign[node] = 1;
            else if (d_uses[node] > 0 && !is_inlined(node))
                choose_operand_signs(node);
        }
    }

    void choose_operand_signs(int node)
    {
        const expression& e = d_graph[node];
        if (!e.is_addition()) {
            choose_sign(source(e.left), 1);
            return;
        }
        const int left = source(e.left);
        const int right = source(e.right);
        const int left_wish = d_sign[node];
        const int right_wish = d_sign[node] * (e.op == operation::sum ? 1 : -1);
        if (left_wish < 0 && right_wish < 0) {
            // One of the two terms has to become positive: the first that is still free.
            if (d_sign[left] == 0 && d_graph[left].op != operation::input)
                choose_sign(left, -1);
            else if (d_sign[right] == 0 && d_graph[right].op != operation::input &&
                     d_sign[left] != -1)
                choose_sign(right, -1);
        }
        choose_sign(left, 1);
        choose_sign(right, 1);
    }

    void choose_sign(int node, int sign)
    {
        if (d_sign[node] == 0)
            d_sign[node] = sign;
    }

    //! \p factor times the node, as a multiple of what is in its source
    term make_term(int node, constant factor) const
    {
        const int from = source(node);
        const constant exact = factor * coefficient(node) * d_sign[from];
        const double rounded = is_one(std::abs(exact)) ? (exact < 0 ? -1.0 : 1.0)
                                                       : static_cast<double>(exact);
        return { rounded, d_operand[from] };
    }

    void translate(int node)
    {
        const expression& e = d_graph[node];
        if (e.op == operation::input) {
            d_operand[node] = e.left;
            return;
        }
        if (e.op == operation::zero || is_inlined(node))
            return;

        statement s;
        const constant factor = d_sign[node] / d_scale[node];
        if (e.is_addition()) {
            s.first = make_term(e.left, factor);
            s.second = make_term(e.right, e.op == operation::sum ? factor : -factor);
            if (s.first.factor < 0.0 && s.second.factor > 0.0)
                std::swap(s.first, s.second);
            else if (s.first.factor == -1.0 && s.second.factor < 0.0 &&
                     s.second.factor != -1.0)
                std::swap(s.first, s.second);
        } else {
            s.first = make_term(e.left, factor * e.factor);
        }
        d_operand[node] = append(s);
    }

    int append(const statement& s)
    {
        d_program.statements.push_back(s);
        return d_inputs + static_cast<int>(d_program.statements.size()) - 1;
    }

    //! An output that is zero, an input, or another output again, needs its own line.
    void place_outputs()
    {
        std::set<int> taken;
        for (const value& output : d_outputs) {
            const int sign = output.negative ? -1 : 1;
            int operand = d_operand[output.node];
            const bool is_statement = operand >= d_inputs;
            if (output.node == 0)
                operand = append({});
            else if (!is_statement || d_sign[output.node] != sign || taken.count(operand))
                operand = append({ { double(sign * d_sign[output.node]), operand }, {} });
            taken.insert(operand);
            d_program.outputs.push_back(operand - d_inputs);
        }
    }

    const expression_graph& d_graph;
    const bool d_is_fused;
    const std::vector<value>& d_outputs;
    const int d_inputs;
    const std::vector<int> d_uses;
    std::vector<bool> d_is_output;
    std::vector<constant> d_scale; // that the node was divided by in its statement
    std::vector<int> d_sign;       // 0: not chosen yet
    std::vector<int> d_operand;    // that holds the node, once translated
    program d_program;
};

} // namespace

program to_program(const network& n, arithmetic how) { return translator(n, how).run(); }

operation_count count_operations(const program& p)
{
    operation_count count;
    for (const statement& s : p.statements) {
        const bool is_sum = s.second.factor != 0.0;
        const int products = is_product(s.first) + is_product(s.second);
        count.additions += is_sum;
        count.multiplications += products;
        count.fused += is_sum && products > 0;
        count.negations += s.first.factor == -1.0 && s.second.factor <= 0.0;
    }
    return count;
}

std::vector<double> run_program(const program& p, std::vector<double> inputs)
{
    std::vector<double>& values = inputs;
    values.reserve(p.inputs + p.statements.size());
    for (const statement& s : p.statements)
        values.push_back(s.first.factor * values[s.first.operand] +
                         s.second.factor * values[s.second.operand]);
    std::vector<double> outputs;
    for (const int output : p.outputs)
        outputs.push_back(values[p.inputs + output]);
    return outputs;
}

} // namespace gpufft
