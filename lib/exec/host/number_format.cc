/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/number_format.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gpufft {

namespace {

double value_of_half(std::uint16_t bits)
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

// The bits of the half next to a finite value; too large ones become infinite.
std::uint16_t half_of(double value)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::abs(value);
    if (size >= 65520)
        return sign | 0x7c00;
    const int exponent = size == 0 ? -14 : std::max(-14, std::ilogb(size));
    // Counted in units of the last place, halves go on from one exponent to the next.
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return static_cast<std::uint16_t>(sign | (units + (exponent + 14) * 1024));
}

template <class T>
T copied(const void* from)
{
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
}

template <class T>
void copy_to(void* to, T value)
{
    std::memcpy(to, &value, sizeof(value));
}

} // namespace

std::size_t number_bytes(precision p)
{
    return p == precision::float64 ? 8 : p == precision::float16 ? 2 : 4;
}

double read_number(precision p, const void* from)
{
    if (p == precision::float64)
        return copied<double>(from);
    if (p == precision::float16)
        return value_of_half(copied<std::uint16_t>(from));
    return copied<float>(from);
}

void write_number(precision p, void* to, double value)
{
    if (p == precision::float64)
        copy_to(to, value);
    else if (p == precision::float16)
        copy_to(to, half_of(value));
    else
        copy_to(to, static_cast<float>(value));
}

} // namespace gpufft
