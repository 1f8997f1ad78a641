/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/toeplitz.h"

namespace gpufft {

namespace {

values
multiply_plainly(expression_graph& g, const toeplitz& t, const values& u, value addend)
{
    const int m = t.size();
    values y;
    for (int i = 0; i < m; ++i) {
        value sum = addend;
        for (int j = 0; j < m; ++j)
            sum = g.add(sum, g.multiply(t[i - j], u[j]));
        y.push_back(sum);
    }
    return y;
}

/*!
 * Both halves of the result need the diagonal block, T. Applied once, to the sum of the
 * halves of u, it leaves three products of half the size instead of four:
 *
 *     upper = T (u0 + u1) + (above - T) u1
 *     lower = T (u0 + u1) + (below - T) u0
 */
values
multiply_halves(expression_graph& g, const toeplitz& t, const values& u, value addend)
{
    const int half = t.size() / 2;
    const values u0(u.begin(), u.begin() + half);
    const values u1(u.begin() + half, u.end());
    const toeplitz diagonal = t.block(0, half);

    const values common = multiply(g, diagonal, add(g, u0, u1), addend);
    const values above = multiply(g, t.block(-half, half) - diagonal, u1);
    const values below = multiply(g, t.block(half, half) - diagonal, u0);

    values y = add(g, common, above);
    const values lower = add(g, common, below);
    y.insert(y.end(), lower.begin(), lower.end());
    return y;
}

} // namespace

toeplitz toeplitz::block(int rows, int block_size) const
{
    constants diagonals;
    for (int d = 1 - block_size; d < block_size; ++d)
        diagonals.push_back((*this)[rows + d]);
    return toeplitz(diagonals);
}

toeplitz toeplitz::operator-(const toeplitz& other) const
{
    constants differences = d_diagonals;
    for (std::size_t d = 0; d < differences.size(); ++d)
        differences[d] -= other.d_diagonals[d];
    return toeplitz(differences);
}

values multiply(expression_graph& g, const toeplitz& t, const values& u, value addend)
{
    // A matrix of four points needs as many sums by halves, and rounds worse.
    if (t.size() % 2 == 0 && t.size() > 4)
        return multiply_halves(g, t, u, addend);
    return multiply_plainly(g, t, u, addend);
}

values add(expression_graph& g, const values& a, const values& b)
{
    values sums;
    for (std::size_t i = 0; i < a.size(); ++i)
        sums.push_back(g.add(a[i], b[i]));
    return sums;
}

values subtract(expression_graph& g, const values& a, const values& b)
{
    values differences;
    for (std::size_t i = 0; i < a.size(); ++i)
        differences.push_back(g.subtract(a[i], b[i]));
    return differences;
}

} // namespace gpufft
