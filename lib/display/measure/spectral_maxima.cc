/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/spectral_maxima.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

std::vector<spectral_maximum> spectral_maxima(const frequency_axis& axis,
                                              const std::vector<float>& levels_db,
                                              const frequency_band& within,
                                              std::size_t most,
                                              float drop_db)
{
    std::vector<spectral_maximum> maxima;
    if (levels_db.size() != axis.bins || within.high_hz < axis.low_hz() ||
        within.low_hz > axis.high_hz())
        return maxima;
    const auto end = axis.bin_at(within.high_hz) + 1;
    // One pass: the highest bin since the trace last rose by drop_db above its lowest one
    // is a peak as soon as the trace has fallen by as much again.
    bool is_rising = true;
    float lowest_db = 0;
    spectral_maximum highest{ 0, -INFINITY };
    for (auto k = axis.bin_at(within.low_hz); k < end; ++k) {
        const float db = levels_db[k];
        if (!std::isfinite(db))
            continue;
        if (is_rising) {
            if (db > highest.level_db)
                highest = { k, db };
            if (db < highest.level_db - drop_db) {
                maxima.push_back(highest);
                is_rising = false;
                lowest_db = db;
            }
        } else {
            lowest_db = std::min(lowest_db, db);
            if (db > lowest_db + drop_db) {
                is_rising = true;
                highest = { k, db };
            }
        }
    }
    if (is_rising && std::isfinite(highest.level_db))
        maxima.push_back(highest);
    std::sort(maxima.begin(), maxima.end(), [](const auto& a, const auto& b) {
        return a.level_db > b.level_db;
    });
    maxima.resize(std::min(maxima.size(), most));
    return maxima;
}

} // namespace gpufft::display
