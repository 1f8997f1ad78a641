/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include <cmath>
#include <utility>

namespace gpufft {

namespace {

//! The root at \p eighths / (8 n) of a turn, which is at most 45 degrees.
std::complex<double> in_first_octant(std::int64_t eighths, std::int64_t n)
{
    if (eighths == n)
        return { std::sqrt(0.5), std::sqrt(0.5) };
    if (3 * eighths == 2 * n)
        return { std::sqrt(0.75), 0.5 };
    constexpr long double QUARTER_PI = 0.785398163397448309615660845819875721L;
    const long double angle = QUARTER_PI * eighths / n;
    return { static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle)) };
}

} // namespace

std::complex<double> root_of_unity(std::int64_t k, std::int64_t n)
{
    // Angles count in units of 1 / (8 n) of a turn: all comparisons are exact.
    std::int64_t angle = (k % n + n) % n * 8;
    const bool below_axis = angle > 4 * n;
    if (below_axis)
        angle = 8 * n - angle;
    const bool left_of_axis = angle > 2 * n;
    if (left_of_axis)
        angle = 4 * n - angle;
    const bool above_diagonal = angle > n;
    if (above_diagonal)
        angle = 2 * n - angle;

    const auto root = in_first_octant(angle, n);
    double re = root.real();
    double im = root.imag();
    if (above_diagonal)
        std::swap(re, im);
    return { left_of_axis ? -re : re, below_axis ? -im : im };
}

} // namespace gpufft
