/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/ticks.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

//! Seconds that can be but a time of day: ten years.
constexpr double CALENDAR_S = 3e8;

int digits_for(double step)
{
    const double digits = std::ceil(-std::log10(step) - 1e-9);
    return static_cast<int>(std::clamp(digits, 0.0, 9.0));
}

} // namespace

double round_step(double low, double high, int most)
{
    const double least = (high - low) / std::max(most, 1);
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : { 1.0, 2.0, 5.0 })
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

std::vector<double> round_ticks(double low, double high, int most)
{
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low))
        return ticks;
    const double step = round_step(low, high, most);
    for (double n = std::ceil(low / step); n * step <= high; ++n)
        ticks.push_back(n * step + 0.0); // which is 0 of -0
    return ticks;
}

std::vector<std::string>
frequency_labels(const std::vector<double>& ticks_hz, double step_hz, std::string& unit)
{
    double most_hz = step_hz;
    for (const double hz : ticks_hz)
        most_hz = std::max(most_hz, std::abs(hz));
    const auto [scale, name] = most_hz >= 1e9   ? std::pair(1e9, "GHz")
                               : most_hz >= 1e6 ? std::pair(1e6, "MHz")
                               : most_hz >= 1e3 ? std::pair(1e3, "kHz")
                                                : std::pair(1.0, "Hz");
    unit = name;
    std::vector<std::string> labels;
    for (const double hz : ticks_hz) {
        // A tick at 0 that is a sum is -0.
        const double shown = std::abs(hz) < step_hz / 2 ? 0.0 : hz / scale;
        labels.push_back(fmt::format("{:.{}f}", shown, digits_for(step_hz / scale)));
    }
    return labels;
}

std::string time_label(double seconds, double step_s)
{
    const int digits = digits_for(step_s);
    if (seconds < CALENDAR_S)
        return fmt::format("{:.{}f} s", seconds, digits);
    const double of_day = std::fmod(seconds, 86400.0);
    const int minutes = static_cast<int>(of_day / 60);
    return fmt::format("{:02d}:{:02d}:{:0{}.{}f}",
                       minutes / 60,
                       minutes % 60,
                       of_day - 60.0 * minutes,
                       digits > 0 ? digits + 3 : 2,
                       digits);
}

} // namespace gpufft::display
