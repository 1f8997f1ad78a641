/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/chirp.h"
#include "math/factor.h"
#include "math/host_dft.h"
#include "math/product.h"
#include <utility>

namespace gpufft {

namespace {

using complex = std::complex<double>;

complex exchanged(const complex& a) { return { a.imag(), a.real() }; }

std::int64_t padded(std::int64_t length)
{
    if (is_covered(length))
        return length;
    std::int64_t power = 1;
    while (power < 2 * length - 1)
        power *= 2;
    return power;
}

} // namespace

std::int64_t host_dft::fft_points(std::int64_t length)
{
    return is_covered(length) ? length : 2 * padded(length);
}

host_dft::host_dft(std::int64_t length)
    : d_length(static_cast<std::size_t>(length)),
      d_fft(static_cast<std::size_t>(padded(length)))
{
    if (is_covered(length))
        return;
    d_chirp.resize(d_length);
    write_chirp(length, d_chirp.data());
    points around(static_cast<std::size_t>(padded(length)));
    const auto share = 1 / static_cast<double>(around.size()); // of the way back
    for (std::size_t n = 0; n < d_length; ++n)
        around[n] = around[(around.size() - n) % around.size()] =
            std::conj(d_chirp[n]) * share;
    d_fft(around.data());
    d_spectrum = std::move(around);
}

host_dft::points host_dft::operator()(points x) const
{
    if (d_chirp.empty()) {
        d_fft(x.data());
        return x;
    }
    x.resize(d_spectrum.size());
    for (std::size_t n = 0; n < d_length; ++n)
        x[n] = times(x[n], d_chirp[n]);
    d_fft(x.data());
    // Parts exchanged before and after make a forward transform an inverse one.
    for (std::size_t k = 0; k < x.size(); ++k)
        x[k] = exchanged(times(x[k], d_spectrum[k]));
    d_fft(x.data());
    x.resize(d_length);
    for (std::size_t k = 0; k < d_length; ++k)
        x[k] = times(exchanged(x[k]), d_chirp[k]);
    return x;
}

} // namespace gpufft
