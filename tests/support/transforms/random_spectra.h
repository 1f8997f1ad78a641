/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_SPECTRA_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_SPECTRA_H

#include "support/judges/spectrum_reference.h"
#include <initializer_list>
#include <algorithm>
#include <random>
#include <vector>

//! Streams of spectra that nobody thought of, and what their outputs may be away from the
//! reference.
namespace gpufft::testing {

constexpr double BOUND = 1e-6, DECIBEL_BOUND = 3e-6;

constexpr double FRAME_RATE_HZ = 1000;

inline std::vector<double> uneven_taps(std::int64_t length)
{
    std::vector<double> taps;
    for (std::int64_t n = 0; n < length; ++n)
        taps.push_back(0.25 + static_cast<double>(n % 7) / 4);
    return taps;
}

template <typename T>
T one_of(std::mt19937& random, std::initializer_list<T> choices)
{
    std::uniform_int_distribution<std::size_t> any(0, choices.size() - 1);
    return choices.begin()[any(random)];
}

inline std::int64_t number(std::mt19937& random, std::int64_t first, std::int64_t last)
{
    return std::uniform_int_distribution<std::int64_t>(first, last)(random);
}

inline spectrum_case random_case(std::mt19937& random)
{
    spectrum_case c;
    const auto longest = one_of<std::int64_t>(random, { 8, 40, 300, 5000 });
    c.request.length = number(random, 1, longest);
    c.request.hop = one_of<std::int64_t>(
        random,
        { 1, c.request.length, c.request.length + 3, number(random, 1, longest) });
    c.request.samples = static_cast<sample_kind>(number(random, 0, 4));
    c.average.how = static_cast<average>(number(random, 0, 3));
    c.average.frames = one_of<std::int64_t>(random, { 1, 3, 10, 50 });
    c.average.frame_rate_hz = FRAME_RATE_HZ;
    if (c.average.how == average::exponential)
        c.average.seconds = one_of(random, { 0.0, 0.0005, 0.01, 10.0, 1e6 });
    if (c.average.how == average::highest || c.average.how == average::lowest)
        c.average.frames = one_of<std::int64_t>(random, { 0, 1, 7 });
    c.average.rate_hz = one_of(random, { 0.0, 0.0, 130.0, 3000.0 });
    c.output.factor = one_of(random, { 1.0, 1e-9 });
    c.output.edge_factor = one_of(random, { 1.0, 0.5 });
    c.output.decibels = number(random, 0, 1);
    c.output.centered = !is_real(c.request.samples) && number(random, 0, 1);
    c.request.single_frames_centered = c.output.centered;
    c.output.mean_bins = number(random, 0, 1);
    if (number(random, 0, 1))
        c.output.bins = number(random, 1, static_cast<std::int64_t>(c.bins()));
    c.window = uneven_taps(c.request.length);
    c.frames = static_cast<std::size_t>(
        number(random, 1, std::min<std::int64_t>(80, 20000 / c.request.length + 1)));
    return c;
}

inline sample_array noise_for(const spectrum_case& c, unsigned seed = 1)
{
    std::mt19937 random(seed);
    sample_array samples(c.request.samples, c.samples());
    samples.fill(random);
    return samples;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_RANDOM_SPECTRA_H */
