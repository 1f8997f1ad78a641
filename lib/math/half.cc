/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/half.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

constexpr int FRACTION_BITS = 10;
constexpr int BIAS = 15;
constexpr int LEAST_EXPONENT = -14; // of a normal number
constexpr std::uint16_t INFINITE = 0x7c00;
constexpr std::uint16_t NOT_A_NUMBER = 0x7e00;
constexpr std::uint16_t SIGN = 0x8000;

} // namespace

double from_half(std::uint16_t bits)
{
    const int exponent = bits >> FRACTION_BITS & 0x1f;
    const int fraction = bits & 0x3ff;
    const double sign = bits & SIGN ? -1 : 1;
    if (exponent == 0x1f)
        return fraction ? std::numeric_limits<double>::quiet_NaN()
                        : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
        return sign * std::ldexp(fraction, LEAST_EXPONENT - FRACTION_BITS);
    return sign * std::ldexp(fraction + 0x400, exponent - BIAS - FRACTION_BITS);
}

std::uint16_t to_half(double value)
{
    const std::uint16_t sign = std::signbit(value) ? SIGN : 0;
    if (std::isnan(value))
        return sign | NOT_A_NUMBER;
    const double magnitude = std::fabs(value);
    if (magnitude >= 65520) // from half way to the number after the largest
        return sign | INFINITE;
    if (magnitude == 0)
        return sign;
    // Units in the last place. Rounding up may carry into the exponent, which is right.
    const int exponent = std::max(std::ilogb(magnitude), LEAST_EXPONENT);
    const auto units =
        static_cast<int>(std::nearbyint(std::ldexp(magnitude, FRACTION_BITS - exponent)));
    const int biased = (exponent - LEAST_EXPONENT) << FRACTION_BITS;
    return static_cast<std::uint16_t>(sign | (biased + units));
}

} // namespace gpufft
