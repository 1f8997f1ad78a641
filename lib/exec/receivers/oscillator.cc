/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/oscillator.h"
#include <cmath>

namespace gpufft {

namespace {

// Oscillators side by side, each every so many samples: one alone would wait for its own
// last product.
constexpr std::size_t LANES = 8;

} // namespace

void turn_back(const std::complex<float>* x,
               std::size_t count,
               double turns,
               double drift,
               std::complex<float>* to)
{
    constexpr double full = -2 * M_PI;
    double re[LANES], im[LANES];
    for (std::size_t lane = 0; lane < LANES; ++lane) {
        const double at = turns + static_cast<double>(lane) * drift;
        re[lane] = std::cos(full * (at - std::floor(at)));
        im[lane] = std::sin(full * (at - std::floor(at)));
    }
    const double step = full * drift * static_cast<double>(LANES);
    const double step_re = std::cos(step), step_im = std::sin(step);
    const auto turn = [&](std::size_t i, std::size_t lane) {
        const double a = x[i + lane].real(), b = x[i + lane].imag();
        to[i + lane] = { static_cast<float>(a * re[lane] - b * im[lane]),
                         static_cast<float>(a * im[lane] + b * re[lane]) };
    };
    std::size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (std::size_t lane = 0; lane < LANES; ++lane) {
            turn(i, lane);
            const double next = re[lane] * step_re - im[lane] * step_im;
            im[lane] = re[lane] * step_im + im[lane] * step_re;
            re[lane] = next;
        }
    for (std::size_t lane = 0; i + lane < count; ++lane)
        turn(i, lane);
}

} // namespace gpufft
