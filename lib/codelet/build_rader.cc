/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "codelet/convolution.h"
#include "math/modular.h"
#include "math/roots.h"

namespace gpufft {

/*!
 * With n = g^j and k = g^-i, cos(2 pi nk / p) depends on i - j only: a convolution. As
 * g^((p-1)/2) = -1, the cosines repeat and the sines change sign after half a period, so
 * sums of points n and p - n meet the cosines in a cyclic convolution of half length, and
 * their differences meet the sines in a skew one. Real and imaginary parts do not mix.
 */
complex_values build_rader(expression_graph& g, const complex_values& x)
{
    const int p = static_cast<int>(x.size());
    const int half = (p - 1) / 2;
    const auto power = powers_modulo(generator_modulo(p), p);
    const auto inverse_power = [&](int i) { return power[(p - 1 - i) % (p - 1)]; };

    constants cosines, sines;
    values sums_re, sums_im, differences_re, differences_im;
    for (int j = 0; j < half; ++j) {
        const auto root = wide_root_of_unity(inverse_power(j), p);
        cosines.push_back(root.real());
        sines.push_back(root.imag());
        const auto sum = add(g, x[power[j]], x[p - power[j]]);
        const auto difference = subtract(g, x[power[j]], x[p - power[j]]);
        sums_re.push_back(sum.re);
        sums_im.push_back(sum.im);
        differences_re.push_back(difference.re);
        differences_im.push_back(difference.im);
    }

    const values even_re = convolve_cyclic(g, sums_re, cosines, x[0].re);
    const values even_im = convolve_cyclic(g, sums_im, cosines, x[0].im);
    const values odd_re = convolve_skew(g, differences_re, sines);
    const values odd_im = convolve_skew(g, differences_im, sines);

    complex_values y(p);
    y[0] = add(g, x[0], { sum_of(g, sums_re), sum_of(g, sums_im) });
    for (int i = 0; i < half; ++i) {
        const auto k = inverse_power(i);
        const complex_value even{ even_re[i], even_im[i] };
        const complex_value minus_i_odd{ odd_im[i], -odd_re[i] };
        y[k] = add(g, even, minus_i_odd);
        y[p - k] = subtract(g, even, minus_i_odd);
    }
    return y;
}

} // namespace gpufft
