/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/program.h"
#include <cmath>
#include <set>
#include <utility>

namespace gpufft {

namespace {

using operation = expression::operation;

/*!
 * Makes statements of nodes. A statement may hold the negative of its node, and the signs
 * are chosen so that outputs come out positive and no line has to begin with a minus.
 */
class translator
{
public:
    explicit translator(const network& n)
        : d_graph(n.graph),
          d_outputs(n.outputs),
          d_inputs(n.inputs),
          d_uses(count_uses(n)),
          d_is_output(d_uses.size()),
          d_sign(d_uses.size()),
          d_operand(d_uses.size(), -1)
    {
        for (const value& output : d_outputs)
            d_is_output[output.node] = true;
    }

    program run()
    {
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
        return d_graph[node].op == operation::product && d_uses[node] == 1 &&
               !d_is_output[node];
    }

    //! The node whose value a term for \p node reads: itself, or what its product scales.
    int source(int node) const { return is_inlined(node) ? d_graph[node].left : node; }

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

    //! \p scale times the node, as a multiple of what is in its source
    term make_term(int node, double scale) const
    {
        const int from = source(node);
        const double factor = from == node ? 1.0 : d_graph[node].factor;
        return { scale * factor * d_sign[from], d_operand[from] };
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
        if (e.is_addition()) {
            s.first = make_term(e.left, d_sign[node]);
            s.second =
                make_term(e.right, e.op == operation::sum ? d_sign[node] : -d_sign[node]);
            if (s.first.factor < 0.0 && s.second.factor > 0.0)
                std::swap(s.first, s.second);
            else if (s.first.factor == -1.0 && s.second.factor < 0.0 &&
                     s.second.factor != -1.0)
                std::swap(s.first, s.second);
        } else {
            s.first = make_term(e.left, d_sign[node] * e.factor);
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
    const std::vector<value>& d_outputs;
    const int d_inputs;
    const std::vector<int> d_uses;
    std::vector<bool> d_is_output;
    std::vector<int> d_sign;    // 0: not chosen yet
    std::vector<int> d_operand; // that holds the node, once translated
    program d_program;
};

} // namespace

program to_program(const network& n) { return translator(n).run(); }

operation_count count_operations(const program& p)
{
    operation_count count;
    for (const statement& s : p.statements) {
        const bool is_sum = s.second.factor != 0.0;
        count.additions += is_sum;
        for (const term& t : { s.first, s.second })
            count.multiplications += t.factor != 0.0 && std::abs(t.factor) != 1.0;
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
