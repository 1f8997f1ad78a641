/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/convolution.h"
#include <array>

namespace gpufft {

namespace {

//! \p wrap multiplies h where its index wraps: +1 cyclic, -1 skew.
toeplitz matrix_of(const constants& h, int wrap)
{
    constants diagonals;
    for (std::size_t d = 1; d < h.size(); ++d)
        diagonals.push_back(wrap * h[d]);
    diagonals.insert(diagonals.end(), h.begin(), h.end());
    return toeplitz(diagonals);
}

//! Points \p third m / 3 .. (\p third + 1) m / 3 - 1
values third_of(const values& u, int third)
{
    const auto size = static_cast<std::ptrdiff_t>(u.size() / 3);
    return { u.begin() + third * size, u.begin() + (third + 1) * size };
}

//! z^m - 1 = (z^(m/2) - 1)(z^(m/2) + 1): a cyclic and a skew convolution of half length.
values
convolve_halves(expression_graph& g, const values& u, const constants& h, value addend)
{
    const int half = static_cast<int>(u.size()) / 2;
    values u_sum, u_difference;
    constants h_sum, h_difference;
    for (int j = 0; j < half; ++j) {
        u_sum.push_back(g.add(u[j], u[j + half]));
        u_difference.push_back(g.subtract(u[j], u[j + half]));
        h_sum.push_back((h[j] + h[j + half]) / 2);
        h_difference.push_back((h[j] - h[j + half]) / 2);
    }
    const values s = convolve_cyclic(g, u_sum, h_sum, addend);
    const values d = convolve_skew(g, u_difference, h_difference);

    values y = add(g, s, d);
    const values upper = subtract(g, s, d);
    y.insert(y.end(), upper.begin(), upper.end());
    return y;
}

//! Two blocks of values
struct block_pair {
    values first, last;
};

/*!
 * [h0 h2; h2 h1] times (a, b) in three products (Karatsuba). The product of a + b and the
 * larger constants cost about half a bit of the result.
 */
block_pair multiply_in_three(expression_graph& g,
                             const std::array<toeplitz, 3>& h,
                             const block_pair& u)
{
    const values common = multiply(g, h[2], add(g, u.first, u.last));
    return { add(g, common, multiply(g, h[0] - h[2], u.first)),
             add(g, common, multiply(g, h[1] - h[2], u.last)) };
}

//! [h0 h2; h2 h1] times (a, b) by definition, in four products
block_pair multiply_in_four(expression_graph& g,
                            const std::array<toeplitz, 3>& h,
                            const block_pair& u)
{
    return { add(g, multiply(g, h[0], u.first), multiply(g, h[2], u.last)),
             add(g, multiply(g, h[2], u.first), multiply(g, h[1], u.last)) };
}

/*!
 * Three blocks of points, cyclic (Winograd). Apart from the mean, only differences to the
 * last block count, and two of the three results are the symmetric system [h0 h2; h2 h1]
 * of these differences; the results add up to three times the mean.
 */
values convolve_three(expression_graph& g,
                      const values& u,
                      const std::array<toeplitz, 3>& h,
                      value addend,
                      decltype(multiply_in_three)& multiply_pair)
{
    constants mean_diagonals;
    for (int d = 1 - h[0].size(); d < h[0].size(); ++d)
        mean_diagonals.push_back((h[0][d] + h[1][d] + h[2][d]) / 3);
    const toeplitz mean_factor(mean_diagonals);

    const values u0 = third_of(u, 0), u1 = third_of(u, 1), u2 = third_of(u, 2);
    const values sum = add(g, add(g, u0, u1), u2);
    const values mean = multiply(g, mean_factor, sum, addend);
    const block_pair rest =
        multiply_pair(g,
                      { h[0] - mean_factor, h[1] - mean_factor, h[2] - mean_factor },
                      { subtract(g, u0, u2), subtract(g, u1, u2) });

    values y = add(g, mean, rest.first);
    for (const value& v : subtract(g, mean, add(g, rest.first, rest.last)))
        y.push_back(v);
    for (const value& v : add(g, mean, rest.last))
        y.push_back(v);
    return y;
}

//! A cyclic convolution is one of its thirds, with a Toeplitz matrix for each.
values
convolve_thirds(expression_graph& g, const values& u, const constants& h, value addend)
{
    const toeplitz matrix = matrix_of(h, 1);
    const int third = static_cast<int>(u.size()) / 3;
    return convolve_three(g,
                          u,
                          { matrix.block(0, third),
                            matrix.block(third, third),
                            matrix.block(2 * third, third) },
                          addend,
                          multiply_in_four);
}

//! -z for z turns z^m + 1 into -(z^m - 1) where m is odd.
values convolve_skew_odd(expression_graph& g, const values& u, const constants& h)
{
    values u_signed = u;
    constants h_signed = h;
    for (std::size_t j = 1; j < u.size(); j += 2) {
        u_signed[j] = -u[j];
        h_signed[j] = -h[j];
    }
    values y = convolve_cyclic(g, u_signed, h_signed, g.zero());
    for (std::size_t j = 1; j < u.size(); j += 2)
        y[j] = -y[j];
    return y;
}

/*!
 * In z^6 + 1 = 0, i = z^3 has i^2 = -1 and v = z^4 has v^3 = 1, and every power of z is
 * one of i^a v^b: six real points are three complex ones, cyclic. A complex constant is
 * the matrix [re -im; im re].
 */
values convolve_skew_six(expression_graph& g, const values& u, const constants& h)
{
    // In place b is i^a v^b for a = 0 and 1: the power of z that it is, or -1 times it.
    constexpr int POWER[3][2] = { { 0, 3 }, { 4, 1 }, { 2, 5 } };
    constexpr int SIGN[3][2] = { { 1, 1 }, { 1, -1 }, { -1, -1 } };

    values blocks;
    std::vector<toeplitz> kernel;
    for (int b = 0; b < 3; ++b) {
        constant h_parts[2];
        for (int a = 0; a < 2; ++a) {
            blocks.push_back(with_sign(u[POWER[b][a]], SIGN[b][a] < 0));
            h_parts[a] = SIGN[b][a] * h[POWER[b][a]];
        }
        kernel.push_back(toeplitz({ -h_parts[1], h_parts[0], h_parts[1] }));
    }

    const values parts = convolve_three(
        g, blocks, { kernel[0], kernel[1], kernel[2] }, g.zero(), multiply_in_three);
    values y(6);
    for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 2; ++a)
            y[POWER[b][a]] = with_sign(parts[2 * b + a], SIGN[b][a] < 0);
    return y;
}

bool has_thirds(std::size_t m) { return m % 3 == 0 && m > 3; }

} // namespace

values
convolve_cyclic(expression_graph& g, const values& u, const constants& h, value addend)
{
    if (u.size() % 2 == 0)
        return convolve_halves(g, u, h, addend);
    if (has_thirds(u.size()))
        return convolve_thirds(g, u, h, addend);
    return multiply(g, matrix_of(h, 1), u, addend);
}

values convolve_skew(expression_graph& g, const values& u, const constants& h)
{
    if (u.size() % 2 == 1)
        return convolve_skew_odd(g, u, h);
    if (u.size() == 6)
        return convolve_skew_six(g, u, h);
    return multiply(g, matrix_of(h, -1), u);
}

value sum_of(expression_graph& g, const values& u)
{
    values rest = u;
    while (rest.size() % 2 == 0) {
        const std::size_t half = rest.size() / 2;
        for (std::size_t j = 0; j < half; ++j)
            rest[j] = g.add(rest[j], rest[j + half]);
        rest.resize(half);
    }
    if (has_thirds(rest.size()))
        rest = add(g, add(g, third_of(rest, 0), third_of(rest, 1)), third_of(rest, 2));
    value sum = rest[0];
    for (std::size_t j = 1; j < rest.size(); ++j)
        sum = g.add(sum, rest[j]);
    return sum;
}

} // namespace gpufft
