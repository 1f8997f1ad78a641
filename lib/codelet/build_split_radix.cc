/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "math/roots.h"

namespace gpufft {

// Even points, points 4m + 1 and points 4m - 1. Taking 4m - 1 instead of 4m + 3 makes
// the twiddles of the two odd parts conjugates, so they share their constants.
complex_values build_split_radix(expression_graph& g, const complex_values& x)
{
    const int n = static_cast<int>(x.size());
    const int quarter = n / 4;

    complex_values even, after, before;
    for (int m = 0; m < n / 2; ++m)
        even.push_back(x[2 * m]);
    for (int m = 0; m < quarter; ++m) {
        after.push_back(x[4 * m + 1]);
        before.push_back(x[(4 * m - 1 + n) % n]);
    }
    even = build_dft(g, even);
    after = build_dft(g, after);
    before = build_dft(g, before);

    complex_values y(n);
    for (int k = 0; k < quarter; ++k) {
        const auto a = multiply(g, wide_root_of_unity(-k, n), after[k]);
        const auto b = multiply(g, wide_root_of_unity(k, n), before[k]);
        const auto sum = add(g, a, b);
        const auto difference = multiply(g, { 0.0, -1.0 }, subtract(g, a, b));
        y[k] = add(g, even[k], sum);
        y[k + 2 * quarter] = subtract(g, even[k], sum);
        y[k + quarter] = add(g, even[k + quarter], difference);
        y[k + 3 * quarter] = subtract(g, even[k + quarter], difference);
    }
    return y;
}

} // namespace gpufft
