/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/host_fft.h"
#include "math/modular.h"
#include "math/roots.h"
#include "plan/convolution.h"
#include "plan/end_tables.h"
#include "plan/prime_factors.h"

namespace gpufft {

namespace {

using points = std::vector<std::complex<double>>;

//! g^0, g^1 ... modulo \p length.
std::vector<std::int64_t> rader_powers(std::int64_t length, std::int64_t generator)
{
    return powers_modulo(generator ? generator : generator_modulo(length), length);
}

//! w(L)^(g^-q): the sum over r of x[g^r] w(L)^(g^(r - q)) is X[g^-q] - x[0].
points rader_taps(std::int64_t length, std::int64_t generator)
{
    const roots_of_order root(length);
    const auto powers = rader_powers(length, generator);
    points taps;
    for (std::size_t q = 0; q < powers.size(); ++q)
        taps.push_back(root(powers[(powers.size() - q) % powers.size()]));
    return taps;
}

//! n k = (n^2 + k^2 - (k - n)^2) / 2: the conjugate chirp of k - n, from 1 - L to L - 1.
points bluestein_taps(std::int64_t length, std::int64_t padded)
{
    const roots_of_order root(2 * length);
    points taps(padded);
    std::int64_t square = 0; // modulo 2 L
    for (std::int64_t n = 0; n < length; ++n) {
        taps[n] = std::conj(root(square));
        if (n)
            taps[padded - n] = taps[n];
        square = (square + 2 * n + 1) % (2 * length);
    }
    return taps;
}

} // namespace

std::vector<std::complex<double>> convolution_spectrum(convolution by,
                                                       std::int64_t length,
                                                       std::int64_t padded,
                                                       std::int64_t generator)
{
    auto spectrum = host_fft(by == convolution::rader ? rader_taps(length, generator)
                                                      : bluestein_taps(length, padded));
    for (auto& s : spectrum)
        s /= static_cast<double>(padded);
    return spectrum;
}

std::vector<std::complex<double>> convolution_spectrum(const pass& p)
{
    const auto by =
        p.load.by == convolution::rader ? convolution::rader : convolution::bluestein;
    auto spectrum = convolution_spectrum(
        by, core_length(p, p.load), p.dimensions[0].length, p.generator);
    if (!p.has_prime_factors)
        return spectrum;
    std::vector<std::complex<double>> ordered;
    ordered.reserve(spectrum.size());
    for (const auto k : outputs_in_order(p))
        ordered.push_back(spectrum[static_cast<std::size_t>(k)]);
    return ordered;
}

std::vector<std::uint32_t> rader_indices(std::int64_t length, std::int64_t generator)
{
    const auto powers = rader_powers(length, generator);
    std::vector<std::uint32_t> indices(powers.begin(), powers.end());
    for (std::size_t q = 0; q < powers.size(); ++q)
        indices.push_back(
            static_cast<std::uint32_t>(powers[(powers.size() - q) % powers.size()]));
    return indices;
}

std::vector<std::uint32_t> rader_indices(const pass& p)
{
    const auto points = p.dimensions[0].length;
    const auto places = rader_indices(points + 1, p.generator);
    if (!p.has_prime_factors)
        return places;
    const auto order = points_in_order(p);
    std::vector<std::uint32_t> ordered;
    ordered.reserve(places.size());
    for (const auto first : { std::int64_t(0), points })
        for (const auto q : order)
            ordered.push_back(places[static_cast<std::size_t>(first + q)]);
    return ordered;
}

} // namespace gpufft
