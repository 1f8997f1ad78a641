/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HALF_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HALF_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gpufft::testing {

//! The value of an IEEE half.
inline double value_of_half(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double value =
        exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    if (exponent == 31)
        value = fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
    return bits >> 15 ? -value : value;
}

//! The half nearest to \p value, ties to even.
inline std::uint16_t half_of(double value)
{
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    if (std::isnan(value))
        return 0x7e00;
    const double size = std::abs(value);
    if (size >= 65520) // rounds to 2^16, which there is none of
        return sign | 0x7c00;
    const int exponent = size == 0 ? -14 : std::max(-14, std::ilogb(size));
    // Counted in units of the last place, the bits of normal halves go on from one
    // exponent to the next.
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return static_cast<std::uint16_t>(sign | (units + (exponent + 14) * 1024));
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HALF_H */
