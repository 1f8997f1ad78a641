/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/roots/loaded_rows.h"

namespace gpufft {

namespace {

int base_of(twiddle_source source) { return source == twiddle_source::m2 ? 2 : 4; }

} // namespace

int first_factor(twiddle_source source, int v)
{
    if (source == twiddle_source::full)
        return v;
    int power = 1;
    while (power * base_of(source) <= v)
        power *= base_of(source);
    return power;
}

std::vector<int> loaded_rows(twiddle_source source, int radix)
{
    std::vector<int> rows;
    for (int v = 1; v < radix; ++v) {
        if (first_factor(source, v) == v)
            rows.push_back(v);
    }
    return rows;
}

} // namespace gpufft
