/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/marker_set.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft::display {

void marker_set::add(const marker& marker)
{
    if (d_markers.size() == MOST)
        d_markers.pop_back();
    d_markers.push_back(marker);
}

void marker_set::remove(std::size_t index)
{
    d_markers.erase(d_markers.begin() + static_cast<std::ptrdiff_t>(index));
}

void marker_set::toggle_delta(std::size_t index)
{
    d_markers[index].is_delta = !d_markers[index].is_delta;
}

std::size_t marker_set::base() const
{
    const auto found = std::find_if(
        d_markers.begin(), d_markers.end(), [](const auto& m) { return !m.is_delta; });
    return static_cast<std::size_t>(found - d_markers.begin());
}

marker_reading marker_set::read(std::size_t index,
                                const frequency_axis& axis,
                                const std::vector<float>& levels_db,
                                const level_conversion& conversion) const
{
    const auto& marker = d_markers[index];
    const bool is_inside =
        marker.freq_hz >= axis.low_hz() && marker.freq_hz < axis.high_hz();
    const auto bin = axis.bin_at(marker.freq_hz);
    marker_reading reading;
    reading.freq_hz =
        is_inside ? axis.frequency(static_cast<double>(bin)) : marker.freq_hz;
    const double level_db = is_inside && bin < levels_db.size()
                                ? static_cast<double>(levels_db[bin])
                                : std::numeric_limits<double>::quiet_NaN();
    reading.level_db = level_db + conversion.offset_db(axis.bin_hz);
    reading.density_db = level_db + conversion.density_offset_db(axis.bin_hz);
    return reading;
}

marker_reading marker_set::read(std::size_t index,
                                const frequency_axis& axis,
                                const std::vector<float>& levels_db,
                                const std::vector<float>& base_levels_db,
                                const level_conversion& conversion) const
{
    auto reading = read(index, axis, levels_db, conversion);
    if (!d_markers[index].is_delta || base() == size())
        return reading;
    const auto from = read(base(), axis, base_levels_db, conversion);
    reading.is_delta = true;
    reading.delta_hz = reading.freq_hz - from.freq_hz;
    reading.delta_db = reading.level_db - from.level_db;
    return reading;
}

std::string frequency_text(double hz, double resolution_hz)
{
    static constexpr struct {
        double hz;
        const char* name;
    } UNITS[] = { { 1e9, "GHz" }, { 1e6, "MHz" }, { 1e3, "kHz" }, { 1, "Hz" } };
    auto unit = std::find_if(std::begin(UNITS), std::end(UNITS) - 1, [&](const auto& u) {
        return std::abs(hz) >= u.hz;
    });
    const double digits = std::ceil(std::log10(unit->hz / std::max(resolution_hz, 1e-6)));
    return fmt::format("{:.{}f} {}",
                       hz / unit->hz,
                       static_cast<int>(std::clamp(digits, 0.0, 9.0)),
                       unit->name);
}

} // namespace gpufft::display
