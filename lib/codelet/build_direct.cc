/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "math/roots.h"

namespace gpufft {

namespace {

complex_values build_odd(expression_graph& g, const complex_values& x)
{
    const int n = static_cast<int>(x.size());
    const int half = (n - 1) / 2;

    complex_values sums, differences;
    complex_value total = x[0];
    for (int j = 1; j <= half; ++j) {
        sums.push_back(add(g, x[j], x[n - j]));
        differences.push_back(subtract(g, x[j], x[n - j]));
        total = add(g, total, sums.back());
    }

    complex_values y(n);
    y[0] = total;
    for (int k = 1; k <= half; ++k) {
        complex_value even = x[0];
        complex_value odd;
        for (int j = 1; j <= half; ++j) {
            const auto root = wide_root_of_unity(-j * k, n);
            even = add(g, even, multiply(g, root.real(), sums[j - 1]));
            odd = add(g, odd, multiply(g, { 0.0, root.imag() }, differences[j - 1]));
        }
        y[k] = add(g, even, odd);
        y[n - k] = subtract(g, even, odd);
    }
    return y;
}

} // namespace

complex_values build_direct(expression_graph& g, const complex_values& x)
{
    if (x.size() == 1)
        return x;
    if (x.size() == 2)
        return { add(g, x[0], x[1]), subtract(g, x[0], x[1]) };
    return build_odd(g, x);
}

} // namespace gpufft
