/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/band_power.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

double linear(float db) { return std::isfinite(db) ? std::pow(10.0, db / 10.0) : 0.0; }

//! Calls back with each bin of a band, and the width in Hz that it has there.
template <class visitor>
void for_each_cell(const frequency_axis& axis, const frequency_band& band, visitor visit)
{
    const double low_hz = std::max(band.low_hz, axis.low_hz());
    const double high_hz = std::min(band.high_hz, axis.high_hz());
    if (!(low_hz < high_hz))
        return;
    for (auto k = axis.bin_at(low_hz); k <= axis.bin_at(high_hz); ++k) {
        const double cell_low_hz = axis.frequency(static_cast<double>(k) - 0.5);
        const double from_hz = std::max(low_hz, cell_low_hz);
        const double to_hz = std::min(high_hz, cell_low_hz + axis.bin_hz);
        if (to_hz > from_hz)
            visit(k, from_hz, to_hz - from_hz);
    }
}

} // namespace

double band_power_db(const frequency_axis& axis,
                     const std::vector<float>& density_db,
                     const frequency_band& band)
{
    double power = 0;
    for_each_cell(axis, band, [&](std::size_t k, double, double width_hz) {
        power += linear(density_db[k]) * width_hz;
    });
    return 10 * std::log10(power);
}

frequency_band occupied_band(const frequency_axis& axis,
                             const std::vector<float>& levels_db,
                             const frequency_band& within,
                             double share)
{
    double total = 0;
    for_each_cell(axis, within, [&](std::size_t k, double, double width_hz) {
        total += linear(levels_db[k]) * width_hz;
    });
    if (!(total > 0))
        return within;
    const double outside = total * (1 - share) / 2;
    frequency_band band = within;
    double below = 0;
    for_each_cell(axis, within, [&](std::size_t k, double from_hz, double width_hz) {
        const double power = linear(levels_db[k]);
        const double next = below + power * width_hz;
        for (const auto& [target, edge] : { std::pair(outside, &band.low_hz),
                                            std::pair(total - outside, &band.high_hz) })
            if (below <= target && target < next)
                *edge = from_hz + (target - below) / power;
        below = next;
    });
    return band;
}

} // namespace gpufft::display
