/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_TOEPLITZ_H
#define INCLUDED_GPUFFT_LIB_CODELET_TOEPLITZ_H

#include "codelet/expression.h"
#include <utility>

namespace gpufft {

using values = std::vector<value>;
using constants = std::vector<constant>;

/*!
 * \brief A constant matrix whose entry (i, j) depends on i - j only
 *
 * Convolutions are such matrices, and so are the blocks that they are cut into.
 */
class toeplitz
{
public:
    //! \p diagonals: from entry (0, size - 1) to entry (size - 1, 0), 2 * size - 1
    explicit toeplitz(constants diagonals) : d_diagonals(std::move(diagonals)) {}

    int size() const { return static_cast<int>(d_diagonals.size() + 1) / 2; }

    //! Entries with i - j = \p diagonal, between -size and size
    constant operator[](int diagonal) const { return d_diagonals[size() - 1 + diagonal]; }

    //! The block of \p block_size points that is \p rows below the diagonal
    toeplitz block(int rows, int block_size) const;

    toeplitz operator-(const toeplitz& other) const;

private:
    constants d_diagonals;
};

//! y[i] = addend + sum over j of t[i - j] u[j]
values
multiply(expression_graph& g, const toeplitz& t, const values& u, value addend = {});

values add(expression_graph& g, const values& a, const values& b);
values subtract(expression_graph& g, const values& a, const values& b);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_TOEPLITZ_H */
