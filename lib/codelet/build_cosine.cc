/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "math/roots.h"

namespace gpufft {

namespace {

constant cosine(int number, int order)
{
    return wide_root_of_unity(number, order).real();
}

//! 2 w(order)^k times the point, whose real part and negative imaginary one are outputs.
complex_value doubled_turn(expression_graph& g, int k, int order, const complex_value& z)
{
    return multiply(g, constant(2) * wide_root_of_unity(-k, order), z);
}

//! By definition: y[k] = 2 sum x[n] cos(2 pi (2n + 1)(2k + 1) / 8N)
real_values build_plain_dct4(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    real_values y;
    for (int k = 0; k < length; ++k) {
        value sum = g.zero();
        for (int n = 0; n < length; ++n) {
            const auto factor = 2 * cosine((2 * n + 1) * (2 * k + 1), 8 * length);
            sum = g.add(sum, g.multiply(factor, x[n]));
        }
        y.push_back(sum);
    }
    return y;
}

//! Makhoul's DCT of type 2: points 2n from the front, 2n + 1 from the back, and a real
//! DFT.
real_values build_odd_dct2(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    complex_values v(length);
    for (int n = 0; n < length; ++n)
        v[n % 2 ? length - 1 - n / 2 : n / 2] = { x[n], g.zero() };
    const auto z = build_dft(g, v);
    real_values y(length);
    y[0] = g.multiply(2, z[0].re);
    for (int k = 1; 2 * k < length; ++k) {
        const auto turned = doubled_turn(g, k, 4 * length, z[k]);
        y[k] = turned.re;
        y[length - k] = -turned.im;
    }
    return y;
}

//! Makhoul's DCT of type 2 in reverse, which makes one of type 3: a DFT of points in
//! conjugate pairs has real outputs.
real_values build_odd_dct3(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    complex_values z(length);
    z[0] = { x[0], g.zero() };
    for (int n = 1; 2 * n < length; ++n) {
        const auto point =
            multiply(g, wide_root_of_unity(n, 4 * length), { x[n], -x[length - n] });
        z[n] = { point.re, -point.im }; // conjugate: the DFT is an inverse one
        z[length - n] = point;
    }
    const auto v = build_dft(g, z);
    real_values y(length);
    for (int n = 0; n < length; ++n)
        y[n] = v[n % 2 ? length - 1 - n / 2 : n / 2].re;
    return y;
}

} // namespace

real_values build_dct4(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    if (length % 2)
        return build_plain_dct4(g, x);
    complex_values z;
    for (int n = 0; n < length / 2; ++n)
        z.push_back(multiply(g,
                             wide_root_of_unity(-(4 * n + 1), 8 * length),
                             { x[2 * n], x[length - 1 - 2 * n] }));
    z = build_dft(g, z);
    real_values y(length);
    for (int k = 0; k < length / 2; ++k) {
        const auto turned = doubled_turn(g, k, 2 * length, z[k]);
        y[2 * k] = turned.re;
        y[length - 1 - 2 * k] = -turned.im;
    }
    return y;
}

real_values build_dct2(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    if (length % 2)
        return build_odd_dct2(g, x);
    real_values sums, differences;
    for (int n = 0; n < length / 2; ++n) {
        sums.push_back(g.add(x[n], x[length - 1 - n]));
        differences.push_back(g.subtract(x[n], x[length - 1 - n]));
    }
    const auto even = build_dct2(g, sums);
    const auto odd = build_dct4(g, differences);
    real_values y;
    for (int k = 0; k < length / 2; ++k) {
        y.push_back(even[k]);
        y.push_back(odd[k]);
    }
    return y;
}

real_values build_dct3(expression_graph& g, const real_values& x)
{
    const int length = static_cast<int>(x.size());
    if (length % 2)
        return build_odd_dct3(g, x);
    real_values even, odd;
    for (int k = 0; k < length; k += 2) {
        even.push_back(x[k]);
        odd.push_back(x[k + 1]);
    }
    even = build_dct3(g, even);
    odd = build_dct4(g, odd);
    real_values y(length);
    for (int n = 0; n < length / 2; ++n) {
        y[n] = g.add(even[n], odd[n]);
        y[length - 1 - n] = g.subtract(even[n], odd[n]);
    }
    return y;
}

} // namespace gpufft
