/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "math/chirp.h"
#include "math/host_fft.h"
#include "math/modular.h"
#include "math/roots.h"
#include "plan/ir/dft_length.h"
#include "plan/roots/convolution.h"
#include "plan/roots/prime_factors.h"

namespace gpufft {

namespace {

using point = std::complex<double>;

constexpr std::size_t POINTS_WORTH_A_THREAD = 1 << 16;

//! g^0, g^1 ... modulo \p length.
std::vector<std::int64_t> rader_powers(std::int64_t length, std::int64_t generator)
{
    return powers_modulo(generator ? generator : generator_modulo(length), length);
}

//! w(L)^(g^-q) / (L - 1): the sum over r of x[g^r] w(L)^(g^(r - q)) is X[g^-q] - x[0].
void write_rader_taps(std::int64_t length, std::int64_t generator, point* taps)
{
    const roots_of_order root(length);
    const auto powers = rader_powers(length, generator);
    for (std::size_t q = 0; q < powers.size(); ++q)
        taps[q] = root(powers[(powers.size() - q) % powers.size()]) /
                  static_cast<double>(powers.size());
}

//! n k = (n^2 + k^2 - (k - n)^2) / 2: writes the conjugate chirp of k - n, from 1 - L to
//! L - 1, cyclically into \p padded taps. The taps between are 0 already.
void write_bluestein_taps(std::int64_t length, std::int64_t padded, point* taps)
{
    write_chirp(length, taps);
    in_parts(static_cast<std::size_t>(length),
             POINTS_WORTH_A_THREAD,
             [&](std::size_t begin, std::size_t end) {
                 for (std::size_t n = begin; n < end; ++n) {
                     taps[n] = std::conj(taps[n]) / static_cast<double>(padded);
                     if (n)
                         taps[static_cast<std::size_t>(padded) - n] = taps[n];
                 }
             });
}

//! Writes the spectrum of the convolution to \p spectrum, which holds zeros.
void write_spectrum(convolution by,
                    std::int64_t length,
                    std::int64_t padded,
                    std::int64_t generator,
                    point* spectrum)
{
    if (by == convolution::rader)
        write_rader_taps(length, generator, spectrum);
    else
        write_bluestein_taps(length, padded, spectrum);
    const host_fft_of_length transform(static_cast<std::size_t>(padded));
    transform(spectrum);
}

} // namespace

std::vector<std::complex<double>> convolution_spectrum(convolution by,
                                                       std::int64_t length,
                                                       std::int64_t padded,
                                                       std::int64_t generator)
{
    std::vector<point> spectrum(static_cast<std::size_t>(padded));
    write_spectrum(by, length, padded, generator, spectrum.data());
    return spectrum;
}

void append_convolution_spectrum(std::vector<std::complex<double>>& table, const pass& p)
{
    const auto by =
        p.load.by == convolution::rader ? convolution::rader : convolution::bluestein;
    const auto points = p.dimensions[0].length;
    const auto before = table.size();
    table.resize(before + static_cast<std::size_t>(points));
    // The DFT runs in the table itself: to copy a long spectrum takes long, above all to
    // new memory.
    write_spectrum(
        by, dft_length(p, p.load), points, p.order.generator, table.data() + before);
    if (!p.order.has_prime_factors)
        return;
    const std::vector<point> natural(table.begin() + static_cast<std::ptrdiff_t>(before),
                                     table.end());
    auto to = table.begin() + static_cast<std::ptrdiff_t>(before);
    for (const auto k : outputs_in_order(p))
        *to++ = natural[static_cast<std::size_t>(k)];
}

std::vector<std::complex<double>> convolution_spectrum(const pass& p)
{
    std::vector<point> spectrum;
    append_convolution_spectrum(spectrum, p);
    return spectrum;
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
    const auto places = rader_indices(points + 1, p.order.generator);
    if (!p.order.has_prime_factors)
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
