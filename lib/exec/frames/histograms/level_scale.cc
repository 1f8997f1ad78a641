/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/level_scale.h"
#include <cmath>

namespace gpufft {

level_line levels_of_decibels(const histogram_shape& shape, const level_scale& scale)
{
    level_line result;
    result.slope =
        static_cast<double>(shape.levels) / (scale.highest_db - scale.lowest_db);
    result.offset = -scale.lowest_db * result.slope;
    result.rotation = static_cast<std::uint32_t>(
        scale.centered ? (shape.bins + 1) / 2 % shape.bins : 0);
    return result;
}

level_line levels_of_powers(const histogram_shape& shape, const level_scale& scale)
{
    // levels * (10 log10(p factor) - lowest) / (highest - lowest) as log2(p) and a line
    auto result = levels_of_decibels(shape, scale);
    result.offset += 10 * std::log10(scale.factor) * result.slope;
    result.slope *= 10 * std::log10(2.0);
    return result;
}

} // namespace gpufft
