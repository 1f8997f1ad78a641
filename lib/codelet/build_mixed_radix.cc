/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "math/roots.h"

namespace gpufft {

// n = count a + b and k = c + radix d give
//     w^(nk) = w_radix^(ac) w^(bc) w_count^(bd).
complex_values build_mixed_radix(expression_graph& g, const complex_values& x, int radix)
{
    const int length = static_cast<int>(x.size());
    const int count = length / radix;

    std::vector<complex_values> columns; // [b][c]
    for (int b = 0; b < count; ++b) {
        complex_values column;
        for (int a = 0; a < radix; ++a)
            column.push_back(x[count * a + b]);
        columns.push_back(build_dft(g, column));
    }

    complex_values y(length);
    for (int c = 0; c < radix; ++c) {
        complex_values row;
        for (int b = 0; b < count; ++b)
            row.push_back(multiply(g, wide_root_of_unity(-b * c, length), columns[b][c]));
        row = build_dft(g, row);
        for (int d = 0; d < count; ++d)
            y[c + radix * d] = row[d];
    }
    return y;
}

} // namespace gpufft
