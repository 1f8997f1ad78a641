/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/given_histogram.h"

namespace gpufft::display {

void given_histogram::read(const column_map& map,
                           std::size_t first_column,
                           std::size_t end_column,
                           float* to) const
{
    if (empty())
        return;
    for (auto c = first_column; c < end_column; ++c) {
        float* const column = to + (c - first_column) * d_steps.levels;
        for (auto k = map.first(c); k < map.end(c); ++k) {
            float total = 0;
            for (std::size_t i = 0; i < d_steps.levels; ++i)
                total += d_counts[i * d_axis.bins + k];
            const float share = total > 0 ? 1 / total : 0;
            for (std::size_t i = 0; i < d_steps.levels; ++i)
                column[i] += share * d_counts[i * d_axis.bins + k];
        }
    }
}

} // namespace gpufft::display
