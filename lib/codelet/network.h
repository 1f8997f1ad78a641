/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_NETWORK_H
#define INCLUDED_GPUFFT_LIB_CODELET_NETWORK_H

#include "codelet/expression.h"
#include <utility>
#include <vector>

namespace gpufft {

//! Linear functions of `inputs` inputs. Real and imaginary parts of point n are inputs 2n
//! and 2n + 1; outputs are numbered in this way, too.
struct network {
    expression_graph graph;
    std::vector<value> outputs;
    int inputs = 0;
};

//! How often each node is needed by outputs and by needed nodes; 0: dead.
std::vector<int> count_uses(const network& n);

//! Additions, then multiplications: in this order they compare as costs. Additions
//! decide because nearly every multiplication feeds one, and hardware does the two as
//! one.
using network_cost = std::pair<int, int>;
network_cost cost_of(const network& n);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_NETWORK_H */
