/* SPDX-License-Identifier: GPL-3.0-or-later */
// Finds pulses in noise: the spectrum of each frame, times the conjugate of the pulse's,
// back, and squared, where both products are expressions in the kernels.
#include <gpufft/fft.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <iostream>
#include <random>
#include <vector>

namespace {

constexpr std::size_t LENGTH = 1024, PULSE = 64, FRAMES = 4;

//! A sweep.
std::complex<float> pulse_at(std::size_t n)
{
    const auto t = static_cast<float>(n);
    return std::polar(1.F, 0.02F * t * t);
}

std::size_t place_of_pulse(std::size_t frame) { return 100 + 200 * frame; }

} // namespace

int main()
{
    std::mt19937 random(1);
    std::normal_distribution<float> noise(0, 1);
    std::vector<std::complex<float>> frames(FRAMES * LENGTH);
    for (auto& sample : frames)
        sample = { noise(random), noise(random) };
    std::vector<std::complex<float>> pulse(LENGTH), spectrum(LENGTH);
    for (std::size_t n = 0; n < PULSE; ++n) {
        pulse[n] = pulse_at(n);
        for (std::size_t frame = 0; frame < FRAMES; ++frame)
            frames[frame * LENGTH + place_of_pulse(frame) + n] += pulse_at(n);
    }
    std::vector<std::complex<float>> spectra(frames.size());
    std::vector<float> powers(frames.size());

    try {
        gpufft::transform forward(LENGTH);
        gpufft::fft(forward).run(pulse.data(), spectrum.data(), 1);

        forward.store = "y * conj(h[k])";
        forward.arguments = { { "h", gpufft::argument_kind::complex_buffer, LENGTH } };
        gpufft::fft filter(forward);
        filter.set_buffer("h", spectrum.data());
        filter.run(frames.data(), spectra.data(), FRAMES);

        gpufft::transform back(LENGTH);
        back.dir = gpufft::direction::inverse;
        back.norm = gpufft::normalization::by_length;
        back.store = "10 * log10(norm(y) / energy)";
        back.arguments = { { "energy", gpufft::argument_kind::number } };
        back.real_output = true;
        gpufft::fft correlation(back);
        correlation.set_number("energy", PULSE);
        correlation.run(spectra.data(), powers.data(), FRAMES);
        std::cout << filter.device_name() << ": " << filter.plan_line() << '\n';
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }

    for (std::size_t frame = 0; frame < FRAMES; ++frame) {
        const auto first = powers.begin() + std::ptrdiff_t(frame * LENGTH);
        const auto loudest = std::max_element(first, first + std::ptrdiff_t(LENGTH));
        std::cout << "frame " << frame << ": pulse at " << loudest - first << ", "
                  << std::round(*loudest) << " dB above the noise\n";
        if (std::size_t(loudest - first) != place_of_pulse(frame))
            return 1;
    }
}
