/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/wave.h"
#include <cmath>

namespace gpufft {

namespace {

using kind = transform_kind;

bool is_input_end(kind k, std::int64_t n, std::int64_t length)
{
    return (n == 0 && (k == kind::dct1 || k == kind::dct3)) ||
           (n == length - 1 && (k == kind::dct1 || k == kind::dst3));
}

bool is_output_end(kind of, std::int64_t k, std::int64_t length)
{
    return (k == 0 && (of == kind::dct1 || of == kind::dct2)) ||
           (k == length - 1 && (of == kind::dct1 || of == kind::dst2));
}

} // namespace

wave wave_of(transform_kind k, std::int64_t length)
{
    switch (k) {
    case kind::dct1:
        return { 2 * (length - 1), 1, 0, 1, 0, false };
    case kind::dct2:
        return { 4 * length, 2, 1, 1, 0, false };
    case kind::dct3:
        return { 4 * length, 1, 0, 2, 1, false };
    case kind::dct4:
        return { 8 * length, 2, 1, 2, 1, false };
    case kind::dst1:
        return { 2 * (length + 1), 1, 1, 1, 1, true };
    case kind::dst2:
        return { 4 * length, 2, 1, 1, 1, true };
    case kind::dst3:
        return { 4 * length, 1, 1, 2, 1, true };
    default:
        return { 8 * length, 2, 1, 2, 1, true };
    }
}

double
input_weight(transform_kind of, bool orthogonalize, std::int64_t n, std::int64_t length)
{
    if (!is_input_end(of, n, length))
        return 2;
    return orthogonalize ? std::sqrt(2) : 1;
}

double
output_divisor(transform_kind of, bool orthogonalize, std::int64_t k, std::int64_t length)
{
    return orthogonalize && is_output_end(of, k, length) ? std::sqrt(2) : 1;
}

} // namespace gpufft
