/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_DECIBELS_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_DECIBELS_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace gpufft::display {

/*!
 * \brief 10^(db / 10), within 2e-6 of it, by operations that compilers do for several
 * numbers at once
 *
 * Below -370 dB, and of minus infinity, it is 10^-37; a NaN gives the same, so ask for it
 * before.
 */
inline float power_of(float db)
{
    // 2^x, of a whole part that becomes an exponent and a rest of -1/2 .. 1/2, by the
    // series of e^(rest ln 2) up to the sixth power.
    float x = db * 0.33219280948873623f;
    x = x > -123.0f ? x : -123.0f;
    x = x < 126.0f ? x : 126.0f;
    const auto whole = static_cast<std::int32_t>(x + (x < 0 ? -0.5f : 0.5f));
    const float r = (x - static_cast<float>(whole)) * 0.69314718055994531f;
    const float series =
        1 + r * (1 + r * (0.5f + r * (1.66666667e-1f +
                                      r * (4.16666667e-2f +
                                           r * (8.33333333e-3f + r * 1.38888889e-3f)))));
    const std::int32_t bits = (whole + 127) << 23;
    float scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return scale * series;
}

//! 10 log10(power); minus infinity of 0, NaN of what is less.
inline float decibels_of(float power) { return 10 * std::log10(power); }

//! Levels as they are kept in a history: hundredths of a dB.
constexpr float LEVELS_PER_DB = 100;
//! No level: a NaN came in, or nothing at all.
constexpr std::int16_t NO_LEVEL = INT16_MIN;

//! The nearest stored level; what is beyond +-327.67 dB is stored as that.
inline std::int16_t stored_level(float db)
{
    if (db != db)
        return NO_LEVEL;
    float level = db * LEVELS_PER_DB;
    level = level > -32767.0f ? level : -32767.0f;
    level = level < 32767.0f ? level : 32767.0f;
    return static_cast<std::int16_t>(level + (level < 0 ? -0.5f : 0.5f));
}

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_DECIBELS_H */
