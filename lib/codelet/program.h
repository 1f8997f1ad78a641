/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H
#define INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H

#include "codelet/codelet.h"
#include "codelet/network.h"
#include <vector>

namespace gpufft {

//! factor * operand. Operands count the inputs first, then the statements in order.
struct term {
    double factor = 0.0; //!< 0: no such term
    int operand = 0;
};

/*!
 * \brief value = first + second: what one line of code computes
 *
 * Factors other than +-1 are multiplications. So a multiplication that only one
 * addition needs is part of it, and compilers may fuse the two.
 */
struct statement {
    term first; //!< without one the value is zero
    term second;
};

//! Straight-line code for a network
struct program {
    int inputs = 0;
    std::vector<statement> statements;
    std::vector<int> outputs; //!< statement of each output; all different
};

/*!
 * \brief The statements that compute the network's outputs, in the order of its nodes
 *
 * For fused arithmetic a statement may hold its node divided by a constant: c a + s b is
 * kept as a + (s/c) b, and the c goes into the multiply-adds that read it (Linzer and
 * Feig). So nearly every statement is one addition or one multiply-add.
 */
program to_program(const network& n, arithmetic how = arithmetic::separate);

operation_count count_operations(const program& p);

//! The outputs for these inputs, in double
std::vector<double> run_program(const program& p, std::vector<double> inputs);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H */
