/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H
#define INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H

#include "codelet/algorithm.h"
#include "codelet/codelet.h"
#include "codelet/expression.h"
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
    term first;
    term second;
};

//! Straight-line code. Real and imaginary parts of point n are inputs 2n and 2n + 1, and
//! outputs likewise.
struct program {
    int inputs = 0;
    std::vector<statement> statements;
    std::vector<int> outputs; //!< statement of each output; all different
};

//! The statements that compute \p outputs, in the order of their nodes.
program
to_program(const expression_graph& g, const std::vector<value>& outputs, int inputs);

//! Built by \p a and simplified, but not yet scheduled
program make_program(int length, const algorithm& a);

operation_count count_operations(const program& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_PROGRAM_H */
