/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/self_test/test_spectrum.h"
#include "math/host_fft.h"
#include "plan/request/taps.h"
#include <cmath>

namespace gpufft {

test_spectrum::test_spectrum(const transform& request, std::mt19937& random)
{
    // The library's distribution draws twice, for bits that floats have no place for.
    const auto sample = [&] { return static_cast<double>(random()) * 0x1p-31 - 1; };
    const auto points = static_cast<std::size_t>(request.points());
    const auto size = std::sqrt(static_cast<double>(points));
    std::vector<std::complex<double>> spectrum;
    for (std::size_t k = 0; k < points; ++k) {
        const double real = size * sample();
        spectrum.emplace_back(real, size * sample());
    }
    taps = taps_of_spectrum(request, spectrum);
    // The way back is a DFT of exchanged parts.
    for (std::size_t k = 0; k < points; ++k)
        impulse.emplace_back(taps[points + k], taps[k]);
    host_fft_of_length{ points }(impulse.data());
    for (auto& value : impulse)
        value = { value.imag(), value.real() };
}

std::complex<double>
test_spectrum::term(const transform& request, std::int64_t n, std::int64_t k) const
{
    const auto length = request.points();
    const auto point = request.convolved->first + k * request.convolved->step;
    return impulse[static_cast<std::size_t>((point - n + length) % length)];
}

} // namespace gpufft
