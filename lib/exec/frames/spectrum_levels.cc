/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectrum_levels.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! The power of two that brings the largest of \p taps to 1 or just above: squares of
//! the others, and of what is multiplied by them, then are as exact as they can be.
double scale_of(const std::vector<float>& taps)
{
    double largest = 0;
    for (const double tap : taps)
        largest = std::max(largest, std::abs(tap));
    return largest > 0 && std::isfinite(largest) ? std::ldexp(1, -std::ilogb(largest))
                                                 : 1;
}

} // namespace

// Never destroyed, so that threads which end later may still read them.
const named_values<spectrum_unit>& SPECTRUM_UNITS =
    *new named_values<spectrum_unit>{ { "power", spectrum_unit::power },
                                      { "power_per_hz", spectrum_unit::power_per_hz },
                                      { "dbfs", spectrum_unit::dbfs },
                                      { "dbfs_per_hz", spectrum_unit::dbfs_per_hz } };

bool is_per_hz(spectrum_unit u)
{
    return u == spectrum_unit::power_per_hz || u == spectrum_unit::dbfs_per_hz;
}

bool is_in_decibels(spectrum_unit u)
{
    return u == spectrum_unit::dbfs || u == spectrum_unit::dbfs_per_hz;
}

window_taps scaled_taps(const std::vector<float>& taps)
{
    window_taps scaled(taps);
    const double scale = scale_of(taps);
    for (double& tap : scaled.values)
        tap *= scale;
    return scaled;
}

double window_gain(const std::vector<float>& taps, spectrum_unit unit)
{
    double sum = 0, squares = 0, size = 0;
    const double scale = scale_of(taps);
    for (const float each : taps) {
        const double tap = scale * each;
        sum += tap;
        squares += tap * tap;
        size += std::abs(tap);
    }
    if (is_per_hz(unit))
        return squares;
    // Taps that cancel leave rounding errors.
    return std::abs(sum) > 1e-7 * size ? sum * sum : 0;
}

double power_factor(const std::vector<float>& taps,
                    sample_kind samples,
                    double samp_rate_hz,
                    spectrum_unit unit)
{
    const double scale = sample_scale(samples);
    const double factor = scale * scale / window_gain(taps, unit);
    const double mirrored = is_real(samples) ? 2 : 1; // the other half's, as well
    // Each half of a tone has half its amplitude; each half of noise has half its power.
    return is_per_hz(unit) ? mirrored * factor / samp_rate_hz
                           : mirrored * mirrored * factor;
}

double edge_factor(sample_kind samples, spectrum_unit unit)
{
    if (!is_real(samples))
        return 1;
    return is_per_hz(unit) ? 0.5 : 0.25;
}

double enbw_of(const std::vector<float>& taps)
{
    const double squares = window_gain(taps, spectrum_unit::power_per_hz);
    return squares * static_cast<double>(taps.size()) /
           window_gain(taps, spectrum_unit::power);
}

} // namespace gpufft
