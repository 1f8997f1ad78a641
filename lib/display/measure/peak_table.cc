/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/peak_table.h"
#include "display/measure/spectral_maxima.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

constexpr float ABOVE_MEDIAN_DB = 12;

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

std::vector<marker_reading> read_peaks(const frequency_axis& axis,
                                       const std::vector<float>& levels_db,
                                       const frequency_band& within,
                                       const level_conversion& conversion,
                                       std::size_t most)
{
    std::vector<marker_reading> readings;
    const auto peaks = spectral_maxima(axis, levels_db, within, most);
    if (peaks.empty())
        return readings;
    const float least_db = median_within(axis, levels_db, within) + ABOVE_MEDIAN_DB;
    for (const auto& peak : peaks) {
        if (!(peak.level_db >= least_db))
            break;
        marker_set one;
        one.add(
            { axis.frequency(static_cast<double>(peak.bin)), trace_kind::now, false });
        readings.push_back(one.read(0, axis, levels_db, conversion));
    }
    return readings;
}

} // namespace gpufft::display
