/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host_line.h"
#include "math/roots.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace gpufft {

namespace {

using complex = std::complex<double>;
using kind = transform_kind;

//! c2c but for the last dimension of r2c and c2r, and any of a DCT or DST.
kind kind_along(const transform& what, std::size_t d)
{
    const auto of = effective_kind(what);
    const bool is_real = is_trigonometric(of) || d + 1 == what.rank();
    return is_real ? of : kind::c2c;
}

void exchange_parts(host_line::points& x)
{
    for (auto& value : x)
        value = { value.imag(), value.real() };
}

bool is_sine(kind k)
{
    return k == kind::dst1 || k == kind::dst2 || k == kind::dst3 || k == kind::dst4;
}

//! Points lie half a step from the first on that side.
bool has_half_inputs(kind k)
{
    return k == kind::dct2 || k == kind::dct4 || k == kind::dst2 || k == kind::dst4;
}

bool has_half_outputs(kind k)
{
    return k == kind::dct3 || k == kind::dct4 || k == kind::dst3 || k == kind::dst4;
}

//! Input \p n is counted once, not twice.
bool is_input_end(kind k, std::int64_t n, std::int64_t length)
{
    return (n == 0 && (k == kind::dct1 || k == kind::dct3)) ||
           (n == length - 1 && (k == kind::dct1 || k == kind::dst3));
}

//! The output whose row of the matrix is longer than the others.
bool is_output_end(kind of, std::int64_t k, std::int64_t length)
{
    return (k == 0 && (of == kind::dct1 || of == kind::dct2)) ||
           (k == length - 1 && (of == kind::dct1 || of == kind::dst2));
}

} // namespace

std::int64_t host_line::dft_length(transform_kind effective, std::int64_t length)
{
    if (!is_trigonometric(effective))
        return length;
    return effective == kind::dct1   ? 2 * (length - 1)
           : effective == kind::dst1 ? 2 * (length + 1)
                                     : 2 * length;
}

host_line::host_line(const transform& what, std::size_t d)
    : d_kind(kind_along(what, d)),
      d_is_inverse(what.dir == direction::inverse && !is_trigonometric(d_kind)),
      d_length(static_cast<std::size_t>(what.shape[d].length)),
      d_inputs(d_kind == kind::c2r ? d_length / 2 + 1 : d_length),
      d_outputs(d_kind == kind::r2c ? d_length / 2 + 1 : d_length),
      d_dft(dft_length(d_kind, what.shape[d].length))
{
    if (is_trigonometric(d_kind))
        weigh_trigonometric(what.orthogonalize);
}

/*!
 * A sum of cosines, or sines, of 2 pi (n + a/2) (k + b/2) / M is the real part of a DFT
 * of M points, times i for sines. The first input and output stand at place 0, of a DST
 * with whole steps on that side at place 1; halves of a step become factors:
 *
 *     exp(-2 pi i (n + a/2) (k + b/2) / M)
 *         = exp(-2 pi i 2 n b / 4M) exp(-2 pi i n k / M) exp(-2 pi i a (2k + b) / 4M)
 */
void host_line::weigh_trigonometric(bool orthogonalize)
{
    const auto length = static_cast<std::int64_t>(d_length);
    const auto order = 4 * dft_length(d_kind, length); // of 4M
    const std::int64_t a = has_half_inputs(d_kind), b = has_half_outputs(d_kind);
    const std::int64_t first_in = is_sine(d_kind) && !a,
                       first_out = is_sine(d_kind) && !b;
    d_first_input = static_cast<std::size_t>(first_in);
    d_first_output = static_cast<std::size_t>(first_out);
    const double root = std::sqrt(2);
    for (std::int64_t i = 0; i < length; ++i) {
        const auto n = i + first_in, k = i + first_out;
        double in = is_input_end(d_kind, i, length) ? 1 : 2, out = 1;
        if (orthogonalize && is_input_end(d_kind, i, length))
            in *= root;
        if (orthogonalize && is_output_end(d_kind, i, length))
            out /= root;
        d_before.push_back(in * root_of_unity(-(2 * n * b % order), order));
        const auto turned = root_of_unity(-(a * (2 * k + b) % order), order);
        d_behind.push_back(out * (is_sine(d_kind) ? turned * complex(0, 1) : turned));
    }
}

host_line::points host_line::trigonometric(const points& x) const
{
    points y(static_cast<std::size_t>(
        dft_length(d_kind, static_cast<std::int64_t>(d_length))));
    for (std::size_t n = 0; n < d_length; ++n)
        y[n + d_first_input] = d_before[n] * x[n].real();
    y = d_dft(std::move(y));
    points real(d_length);
    for (std::size_t k = 0; k < d_length; ++k) {
        const auto& value = y[k + d_first_output];
        real[k] = value.real() * d_behind[k].real() - value.imag() * d_behind[k].imag();
    }
    return real;
}

host_line::points host_line::real_from_bins(points x) const
{
    x.resize(d_length);
    x[0] = x[0].real();
    for (std::size_t k = 1; 2 * k <= d_length; ++k) {
        if (2 * k == d_length) // its mirror is itself, and real
            x[k] = x[k].real();
        else
            x[d_length - k] = std::conj(x[k]);
    }
    exchange_parts(x);
    x = d_dft(std::move(x));
    for (auto& value : x)
        value = value.imag();
    return x;
}

host_line::points host_line::operator()(points x) const
{
    if (is_trigonometric(d_kind))
        return trigonometric(x);
    if (d_kind == kind::c2r)
        return real_from_bins(std::move(x));
    if (d_is_inverse)
        exchange_parts(x);
    x = d_dft(std::move(x));
    if (d_is_inverse)
        exchange_parts(x);
    x.resize(d_outputs);
    return x;
}

} // namespace gpufft
