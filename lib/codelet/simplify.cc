/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/simplify.h"
#include <cmath>
#include <utility>

namespace gpufft {

namespace {

using operation = expression::operation;

class collector
{
public:
    explicit collector(const network& n)
        : d_from(n),
          d_uses(count_uses(n)),
          d_is_output(d_uses.size()),
          d_made(d_uses.size())
    {
        for (const value& output : n.outputs)
            d_is_output[output.node] = true;
    }

    network run()
    {
        d_to.inputs = d_from.inputs;
        for (int node = 1; node < static_cast<int>(d_uses.size()); ++node) {
            const expression& e = d_from.graph[node];
            if (e.op == operation::input)
                d_made[node] = d_to.graph.input(e.left);
            else if (d_uses[node] > 0 && !is_part(node))
                d_made[node] = make(node);
        }
        for (const value& output : d_from.outputs)
            d_to.outputs.push_back(with_sign(d_made[output.node], output.negative));
        return std::move(d_to);
    }

private:
    struct scaled {
        constant factor;
        value term; // in the new graph
    };

    //! Only one other node needs it, so that one may take it apart.
    bool is_part(int node) const
    {
        return d_uses[node] == 1 && !d_is_output[node] &&
               d_from.graph[node].op != operation::input;
    }

    void gather(int node, constant factor, std::vector<scaled>& terms) const
    {
        const expression& e = d_from.graph[node];
        const auto operand = [&](int child, constant f) {
            if (is_part(child))
                gather(child, f, terms);
            else
                terms.push_back({ f, d_made[child] });
        };
        if (e.op == operation::product) {
            operand(e.left, factor * e.factor);
        } else {
            operand(e.left, factor);
            operand(e.right, e.op == operation::sum ? factor : -factor);
        }
    }

    value make(int node)
    {
        std::vector<scaled> terms;
        gather(node, 1.0, terms);
        merge_same_values(terms);

        // Terms with one constant: sum first, multiply once. The sum of a group takes
        // the place of its first term.
        value sum = d_to.graph.zero();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const constant factor = terms[i].factor;
            if (factor == 0.0)
                continue;
            value group = terms[i].term;
            for (std::size_t j = i + 1; j < terms.size(); ++j) {
                if (std::abs(std::abs(terms[j].factor) - std::abs(factor)) >
                    FACTOR_TOLERANCE)
                    continue;
                group = d_to.graph.add(
                    group, with_sign(terms[j].term, terms[j].factor * factor < 0.0));
                terms[j].factor = 0.0;
            }
            sum = d_to.graph.add(sum, d_to.graph.multiply(factor, group));
        }
        return sum;
    }

    static void merge_same_values(std::vector<scaled>& terms)
    {
        for (std::size_t i = 0; i < terms.size(); ++i) {
            for (std::size_t j = i + 1; j < terms.size(); ++j) {
                if (terms[j].term.node != terms[i].term.node)
                    continue;
                const bool flipped = terms[j].term.negative != terms[i].term.negative;
                terms[i].factor += flipped ? -terms[j].factor : terms[j].factor;
                terms[j].factor = 0.0;
            }
            if (std::abs(terms[i].factor) < FACTOR_TOLERANCE)
                terms[i].factor = 0.0;
        }
    }

    const network& d_from;
    const std::vector<int> d_uses;
    std::vector<bool> d_is_output;
    std::vector<value> d_made;
    network d_to;
};

} // namespace

network collect_terms(const network& n) { return collector(n).run(); }

network transpose(const network& n)
{
    // What flows back into a node is the sum of what its users send.
    const std::vector<int> uses = count_uses(n);
    network t;
    t.inputs = static_cast<int>(n.outputs.size());
    std::vector<value> flow(uses.size());
    const auto send = [&](int node, value v) { flow[node] = t.graph.add(flow[node], v); };

    for (int i = 0; i < t.inputs; ++i)
        send(n.outputs[i].node, with_sign(t.graph.input(i), n.outputs[i].negative));
    t.outputs.resize(n.inputs);
    for (int node = static_cast<int>(uses.size()) - 1; node > 0; --node) {
        const expression& e = n.graph[node];
        if (uses[node] == 0)
            continue;
        if (e.op == operation::input) {
            t.outputs[e.left] = flow[node];
        } else if (e.op == operation::product) {
            send(e.left, t.graph.multiply(e.factor, flow[node]));
        } else {
            send(e.left, flow[node]);
            send(e.right, with_sign(flow[node], e.op == operation::difference));
        }
    }
    return t;
}

network simplify(const network& n)
{
    network best = collect_terms(n);
    network_cost least = cost_of(best);
    const auto consider = [&](const network& candidate) {
        // Where costs tie the network stays as the algorithm made it: its order is good.
        if (const network_cost cost = cost_of(candidate); cost <= least) {
            best = candidate;
            least = cost;
        }
    };
    consider(collect_terms(transpose(collect_terms(transpose(best)))));
    consider(transpose(transpose(n)));
    consider(n);
    return best;
}

} // namespace gpufft
