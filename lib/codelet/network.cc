/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/network.h"

namespace gpufft {

std::vector<int> count_uses(const network& n)
{
    std::vector<int> uses(n.graph.nodes().size());
    for (const value& output : n.outputs)
        ++uses[output.node];
    for (int node = static_cast<int>(uses.size()) - 1; node > 0; --node) {
        const expression& e = n.graph[node];
        if (uses[node] == 0 || e.op == expression::operation::input)
            continue;
        ++uses[e.left];
        if (e.is_addition())
            ++uses[e.right];
    }
    return uses;
}

network_cost cost_of(const network& n)
{
    const std::vector<int> uses = count_uses(n);
    network_cost cost{ 0, 0 };
    for (std::size_t node = 0; node < uses.size(); ++node) {
        const expression& e = n.graph.nodes()[node];
        cost.first += uses[node] > 0 && e.is_addition();
        cost.second += uses[node] > 0 && e.op == expression::operation::product;
    }
    return cost;
}

} // namespace gpufft
