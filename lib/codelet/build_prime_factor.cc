/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"

namespace gpufft {

// With point n = second a + first b, w^(nk) = w_first^(ak) w_second^(bk): bin k is bin
// (k mod first, k mod second) of a two-dimensional transform.
complex_values build_prime_factor(expression_graph& g, const complex_values& x, int first)
{
    const int length = static_cast<int>(x.size());
    const int second = length / first;

    std::vector<complex_values> columns; // [b][k mod first]
    for (int b = 0; b < second; ++b) {
        complex_values column;
        for (int a = 0; a < first; ++a)
            column.push_back(x[(second * a + first * b) % length]);
        columns.push_back(build_dft(g, column));
    }

    std::vector<complex_values> rows; // [k mod first][k mod second]
    for (int c = 0; c < first; ++c) {
        complex_values row;
        for (int b = 0; b < second; ++b)
            row.push_back(columns[b][c]);
        rows.push_back(build_dft(g, row));
    }

    complex_values y(length);
    for (int k = 0; k < length; ++k)
        y[k] = rows[k % first][k % second];
    return y;
}

} // namespace gpufft
