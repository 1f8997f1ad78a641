/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/axis/column_map.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft::display {

column_map::column_map(const frequency_axis& axis, const frequency_view& view)
    : d_first(view.columns), d_end(view.columns)
{
    const auto bins = static_cast<double>(axis.bins);
    const auto bin_from = [&](std::size_t edge) {
        const double hz = view.low_hz + static_cast<double>(edge) * view.column_hz();
        return std::clamp(std::ceil(axis.position(hz)), 0.0, bins);
    };
    for (std::size_t c = 0; c < view.columns; ++c) {
        double first = bin_from(c), end = bin_from(c + 1);
        if (end <= first) {
            const double middle = std::floor(axis.position(view.center_of(c)) + 0.5);
            first = std::clamp(middle, 0.0, bins);
            end = middle >= 0 && middle < bins ? first + 1 : first;
        }
        d_first[c] = static_cast<std::uint32_t>(first);
        d_end[c] = static_cast<std::uint32_t>(end);
    }
}

void column_map::greatest(const float* bins, float* to) const
{
    for (std::size_t c = 0; c < columns(); ++c) {
        float most = -std::numeric_limits<float>::infinity();
        bool any = false;
        for (auto k = d_first[c]; k < d_end[c]; ++k) {
            any |= bins[k] == bins[k];
            most = bins[k] > most ? bins[k] : most;
        }
        to[c] = any ? most : std::numeric_limits<float>::quiet_NaN();
    }
}

void column_map::least(const float* bins, float* to) const
{
    for (std::size_t c = 0; c < columns(); ++c) {
        float least = std::numeric_limits<float>::infinity();
        bool any = false;
        for (auto k = d_first[c]; k < d_end[c]; ++k) {
            any |= bins[k] == bins[k];
            least = bins[k] < least ? bins[k] : least;
        }
        to[c] = any ? least : std::numeric_limits<float>::quiet_NaN();
    }
}

void column_map::raise(const std::int16_t* bins, std::int16_t* to) const
{
    for (std::size_t c = 0; c < columns(); ++c) {
        std::int16_t most = to[c];
        for (auto k = d_first[c]; k < d_end[c]; ++k)
            most = std::max(most, bins[k]);
        to[c] = most;
    }
}

} // namespace gpufft::display
