/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/direct_terms.h"
#include "math/roots.h"
#include <cmath>

namespace gpufft {

namespace {

using complex = std::complex<double>;
using kind = transform_kind;

// The cosine, or the sine, of 2 pi (input_factor n + input_offset)
// (output_factor k + output_offset) / order.
struct wave {
    std::int64_t order;
    int input_factor, input_offset;
    int output_factor, output_offset;
    bool is_sine;
};

wave wave_of(kind k, std::int64_t length)
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

double trigonometric_term(
    kind of, bool orthogonalize, std::int64_t length, std::int64_t n, std::int64_t k)
{
    const auto w = wave_of(of, length);
    const auto turn =
        (w.input_factor * n + w.input_offset) * (w.output_factor * k + w.output_offset);
    const auto root = root_of_unity(turn % w.order, w.order);
    double value = w.is_sine ? root.imag() : root.real();
    if (!is_input_end(of, n, length))
        value *= 2;
    else if (orthogonalize)
        value *= std::sqrt(2);
    if (orthogonalize && is_output_end(of, k, length))
        value /= std::sqrt(2);
    return value;
}

} // namespace

complex direct_terms::term(std::size_t d, std::int64_t n, std::int64_t k) const
{
    const auto length = d_what.shape[d].length;
    const auto of = effective_kind(d_what);
    if (is_trigonometric(of))
        return trigonometric_term(of, d_what.orthogonalize, length, n, k);
    const auto turn = n * k % length;
    const auto root =
        root_of_unity(d_what.dir == direction::forward ? -turn : turn, length);
    // A bin stands for the one that mirrors it as well.
    const bool is_pair =
        of == kind::c2r && d + 1 == d_what.rank() && n != 0 && 2 * n != length;
    return is_pair ? 2.0 * root : root;
}

complex direct_terms::term(const point_index& n, const point_index& k) const
{
    complex product = 1;
    for (std::size_t d = 0; d < n.size(); ++d)
        product *= term(d, n[d], k[d]);
    return product;
}

} // namespace gpufft
