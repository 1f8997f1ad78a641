/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/convolution.h"

namespace gpufft {

namespace {

//! By definition; \p wrap multiplies h where its index wraps: +1 cyclic, -1 skew.
values convolve_plainly(
    expression_graph& g, const values& u, const constants& h, value addend, double wrap)
{
    const int m = static_cast<int>(u.size());
    values y;
    for (int i = 0; i < m; ++i) {
        value sum = addend;
        for (int j = 0; j < m; ++j) {
            const double factor = i >= j ? h[i - j] : wrap * h[i - j + m];
            sum = g.add(sum, g.multiply(factor, u[j]));
        }
        y.push_back(sum);
    }
    return y;
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

    values y(u.size());
    for (int j = 0; j < half; ++j) {
        y[j] = g.add(s[j], d[j]);
        y[j + half] = g.subtract(s[j], d[j]);
    }
    return y;
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
 * Three complex points, cyclic, in four products (Winograd). Apart from the mean, only
 * differences to the last point count, and two of the three outputs are the symmetric
 * system [h0 h2; h2 h1] of these differences; the outputs add up to three times the mean.
 */
complex_values convolve_three(expression_graph& g,
                              const complex_values& u,
                              const std::vector<std::complex<double>>& h)
{
    const auto mean_factor = (h[0] + h[1] + h[2]) / 3.0;
    const auto h0 = h[0] - mean_factor;
    const auto h1 = h[1] - mean_factor;
    const auto h2 = h[2] - mean_factor;

    const auto sum = add(g, add(g, u[0], u[1]), u[2]);
    const auto a = subtract(g, u[0], u[2]);
    const auto b = subtract(g, u[1], u[2]);

    const auto mean = multiply(g, mean_factor, sum);
    const auto common = multiply(g, h2, add(g, a, b));
    const auto first = add(g, common, multiply(g, h0 - h2, a));
    const auto last = add(g, common, multiply(g, h1 - h2, b));
    return { add(g, mean, first),
             subtract(g, mean, add(g, first, last)),
             add(g, mean, last) };
}

/*!
 * In z^6 + 1 = 0, i = z^3 has i^2 = -1 and v = z^4 has v^3 = 1, and every power of z is
 * one of i^a v^b: six real points are three complex ones, cyclic.
 */
values convolve_skew_six(expression_graph& g, const values& u, const constants& h)
{
    const std::complex<double> i(0.0, 1.0);
    complex_values u_complex(3);
    std::vector<std::complex<double>> h_complex(3);
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 3; ++b) {
            const int power = (3 * a + 4 * b) % 12;
            if (power >= 6)
                continue; // the negative of power - 6
            const value signed_u = a < 2 ? u[power] : -u[power];
            (a % 2 ? u_complex[b].im : u_complex[b].re) = signed_u;
            h_complex[b] += (a < 2 ? h[power] : -h[power]) * (a % 2 ? i : 1.0);
        }
    }

    const complex_values y_complex = convolve_three(g, u_complex, h_complex);
    values y(6);
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 3; ++b) {
            const int power = (3 * a + 4 * b) % 12;
            if (power >= 6)
                continue;
            const value part = a % 2 ? y_complex[b].im : y_complex[b].re;
            y[power] = a < 2 ? part : -part;
        }
    }
    return y;
}

} // namespace

values
convolve_cyclic(expression_graph& g, const values& u, const constants& h, value addend)
{
    if (u.size() % 2 == 0)
        return convolve_halves(g, u, h, addend);
    return convolve_plainly(g, u, h, addend, 1.0);
}

values convolve_skew(expression_graph& g, const values& u, const constants& h)
{
    if (u.size() % 2 == 1)
        return convolve_skew_odd(g, u, h);
    if (u.size() == 6)
        return convolve_skew_six(g, u, h);
    return convolve_plainly(g, u, h, g.zero(), -1.0);
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
    value sum = rest[0];
    for (std::size_t j = 1; j < rest.size(); ++j)
        sum = g.add(sum, rest[j]);
    return sum;
}

} // namespace gpufft
