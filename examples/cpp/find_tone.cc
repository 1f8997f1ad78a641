/* SPDX-License-Identifier: GPL-3.0-or-later */
// Finds a tone in frames of real samples: one real transform of many rows.
#include <gpufft/fft.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <iostream>
#include <vector>

int main()
{
    const double samp_rate_hz = 48000, tone_hz = 9000;
    const std::size_t length = 1536, frames = 8;
    const std::size_t bins = length / 2 + 1;

    std::vector<float> samples(frames * length);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<float>(
            std::cos(2 * std::acos(-1.0) * tone_hz / samp_rate_hz * double(i)));
    std::vector<std::complex<float>> spectra(frames * bins);

    try {
        gpufft::transform what(length);
        what.kind = gpufft::transform_kind::r2c;
        gpufft::fft fft(what); // on the best device there is
        fft.run(samples.data(), spectra.data(), frames);
        std::cout << fft.device_name() << ": " << fft.plan_line() << '\n';
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }

    for (std::size_t frame = 0; frame < frames; ++frame) {
        const auto first = spectra.begin() + std::ptrdiff_t(frame * bins);
        const auto loudest = std::max_element(
            first, first + std::ptrdiff_t(bins), [](const auto& a, const auto& b) {
                return std::norm(a) < std::norm(b);
            });
        const double found_hz = double(loudest - first) * samp_rate_hz / double(length);
        std::cout << "frame " << frame << ": " << found_hz << " Hz\n";
        if (std::abs(found_hz - tone_hz) > samp_rate_hz / double(length))
            return 1;
    }
}
