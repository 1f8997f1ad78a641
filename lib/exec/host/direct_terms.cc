/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/direct_terms.h"
#include "exec/host/wave.h"
#include "math/roots.h"

namespace gpufft {

namespace {

using complex = std::complex<double>;
using kind = transform_kind;

double trigonometric_term(
    kind of, bool orthogonalize, std::int64_t length, std::int64_t n, std::int64_t k)
{
    const auto w = wave_of(of, length);
    const auto turn =
        (w.input_factor * n + w.input_offset) * (w.output_factor * k + w.output_offset);
    const auto root = root_of_unity(turn % w.order, w.order);
    double value = w.is_sine ? root.imag() : root.real();
    return value * input_weight(of, orthogonalize, n, length) /
           output_divisor(of, orthogonalize, k, length);
}

} // namespace

complex direct_terms::term(std::size_t d, std::int64_t n, std::int64_t k) const
{
    const auto length = d_request.shape[d].length;
    const auto of = effective_kind(d_request);
    if (is_trigonometric(of))
        return trigonometric_term(of, d_request.orthogonalize, length, n, k);
    const auto turn = n * k % length;
    const auto root =
        root_of_unity(d_request.dir == direction::forward ? -turn : turn, length);
    // A bin k stands for its conjugate, bin -k, as well.
    const bool is_pair =
        of == kind::c2r && d + 1 == d_request.rank() && n != 0 && 2 * n != length;
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
