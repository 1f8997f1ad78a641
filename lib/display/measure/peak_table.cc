/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/peak_table.h"
#include "display/measure/spectral_maxima.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

constexpr float ABOVE_MEDIAN_DB = 12;
//! So much above its bin a tone is at most, which is 1.42 dB.
constexpr float MOST_ABOVE_BIN_DB = 1.5f;

//! NaN where there is no level.
float median_within(const frequency_axis& axis,
                    const std::vector<float>& levels_db,
                    const frequency_band& within)
{
    const auto first = static_cast<std::ptrdiff_t>(axis.bin_at(within.low_hz));
    const auto last = static_cast<std::ptrdiff_t>(axis.bin_at(within.high_hz));
    std::vector<float> levels(levels_db.begin() + first, levels_db.begin() + last + 1);
    levels.erase(std::remove_if(levels.begin(),
                                levels.end(),
                                [](float db) { return std::isnan(db); }),
                 levels.end());
    if (levels.empty())
        return NAN;
    const auto middle = levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 2);
    std::nth_element(levels.begin(), middle, levels.end());
    return *middle;
}

} // namespace

double listed_db(const marker_reading& peak, const level_conversion& conversion)
{
    return peak.is_tone && !conversion.to.is_per_hz ? peak.tone_db : peak.level_db;
}

std::vector<marker_reading> read_peaks(const frequency_axis& axis,
                                       const std::vector<float>& levels_db,
                                       const frequency_band& within,
                                       const level_conversion& conversion,
                                       std::size_t most)
{
    std::vector<marker_reading> readings;
    const auto peaks = spectral_maxima(axis, levels_db, within, axis.bins);
    if (peaks.empty() || most == 0)
        return readings;
    float least_db = median_within(axis, levels_db, within) + ABOVE_MEDIAN_DB;
    if (peaks.size() > most) // a lower one's tone is below those of the first
        least_db = std::max(least_db, peaks[most - 1].level_db - MOST_ABOVE_BIN_DB);
    for (const auto& peak : peaks) {
        if (!(peak.level_db >= least_db))
            break;
        marker_set one;
        one.add(
            { axis.frequency(static_cast<double>(peak.bin)), trace_kind::now, false });
        readings.push_back(one.read(0, axis, levels_db, conversion));
    }
    std::stable_sort(readings.begin(), readings.end(), [&](const auto& a, const auto& b) {
        return listed_db(a, conversion) > listed_db(b, conversion);
    });
    readings.resize(std::min(readings.size(), most));
    return readings;
}

} // namespace gpufft::display
