/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_dft_1d.h"
#include "exec/host/wave.h"
#include "math/roots.h"
#include <utility>

namespace gpufft {

namespace {

using complex = std::complex<double>;
using kind = transform_kind;

//! c2c but for the last dimension of r2c and c2r, and any of a DCT or DST.
kind kind_along(const transform& request, std::size_t d)
{
    const auto of = effective_kind(request);
    const bool is_real = is_trigonometric(of) || d + 1 == request.rank();
    return is_real ? of : kind::c2c;
}

void exchange_parts(host_dft_1d::points& x)
{
    for (auto& value : x)
        value = { value.imag(), value.real() };
}

} // namespace

std::int64_t host_dft_1d::dft_length(transform_kind effective, std::int64_t length)
{
    if (!is_trigonometric(effective))
        return length;
    const auto w = wave_of(effective, length);
    return w.order / (w.input_factor * w.output_factor);
}

host_dft_1d::host_dft_1d(const transform& request, std::size_t d)
    : d_kind(kind_along(request, d)),
      d_is_inverse(request.dir == direction::inverse && !is_trigonometric(d_kind)),
      d_length(static_cast<std::size_t>(request.shape[d].length)),
      d_inputs(d_kind == kind::c2r ? d_length / 2 + 1 : d_length),
      d_outputs(d_kind == kind::r2c ? d_length / 2 + 1 : d_length),
      d_dft(dft_length(d_kind, request.shape[d].length))
{
    if (is_trigonometric(d_kind))
        weigh_trigonometric(request.orthogonalize);
}

/*!
 * A sum of cosines, or sines, of 2 pi (n + a/2) (k + b/2) / M is the real part of a DFT
 * of M points, times i for sines. The first input and output stand at index 0, or at
 * index 1 of a DST with whole steps there; halves of a step become factors:
 *
 *     exp(-2 pi i (n + a/2) (k + b/2) / M)
 *         = exp(-2 pi i 2 n b / 4M) exp(-2 pi i n k / M) exp(-2 pi i a (2k + b) / 4M)
 */
void host_dft_1d::weigh_trigonometric(bool orthogonalize)
{
    const auto length = static_cast<std::int64_t>(d_length);
    const auto order = 4 * dft_length(d_kind, length); // of 4M
    const auto w = wave_of(d_kind, length);
    const std::int64_t a = w.input_factor == 2, b = w.output_factor == 2;
    const std::int64_t first_in = w.is_sine && !a, first_out = w.is_sine && !b;
    d_first_input = static_cast<std::size_t>(first_in);
    d_first_output = static_cast<std::size_t>(first_out);
    for (std::int64_t i = 0; i < length; ++i) {
        const auto n = i + first_in, k = i + first_out;
        const double in = input_weight(d_kind, orthogonalize, i, length);
        const double out = 1 / output_divisor(d_kind, orthogonalize, i, length);
        d_before.push_back(in * root_of_unity(-(2 * n * b % order), order));
        const auto turned = root_of_unity(-(a * (2 * k + b) % order), order);
        d_behind.push_back(out * (w.is_sine ? turned * complex(0, 1) : turned));
    }
}

host_dft_1d::points host_dft_1d::trigonometric(const points& x) const
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

host_dft_1d::points host_dft_1d::real_from_bins(points x) const
{
    x.resize(d_length);
    x[0] = x[0].real();
    for (std::size_t k = 1; 2 * k <= d_length; ++k) {
        if (2 * k == d_length) // its own conjugate, so real
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

host_dft_1d::points host_dft_1d::operator()(points x) const
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
