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

std::optional<hann_tone> hann_tone_at(const std::vector<float>& levels_db,
                                      std::size_t bin)
{
    if (bin == 0 || bin + 1 >= levels_db.size())
        return {};
    const float before_db = levels_db[bin - 1], after_db = levels_db[bin + 1];
    const float greater_db = std::max(before_db, after_db);
    if (!(levels_db[bin] >= greater_db) || !std::isfinite(levels_db[bin]))
        return {};
    const double ratio = std::pow(10.0, (greater_db - levels_db[bin]) / 20.0);
    // Noise may have the neighbour below the half of the peak that a tone has at least.
    const double d = std::max((2 * ratio - 1) / (ratio + 1), 0.0);
    const double angle = 3.14159265358979323846 * d;
    const double passed = (d > 1e-9 ? std::sin(angle) / angle : 1) / (1 - d * d);
    const double place = static_cast<double>(bin) + (after_db > before_db ? d : -d);
    return hann_tone{ place, levels_db[bin] - 20 * std::log10(passed) };
}

} // namespace gpufft::display
