/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_vectors.h"
#include "exec/host/smoothed_decibels.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

constexpr std::size_t NEAR_NUMBERS = 2048; // stay in the nearest cache
const double OCTAVE_DB = 10 * std::log10(2.0);
constexpr double NOTHING = -127; // octaves

} // namespace

//! Brings d_smooth to what it would be had it seen all vectors.
void smoothed_decibels::recall(std::size_t bins)
{
    d_smooth.resize(bins);
    if (d_last_db.size() == bins)
        for (std::size_t i = 0; i < bins; ++i)
            d_smooth[i] =
                static_cast<float>(std::pow(10, (d_last_db[i] - d_last_offset_db) / 10));
    d_last_db.clear();
}

void smoothed_decibels::take_powers(
    float* vectors, std::size_t count, std::size_t bins, double weight, double offset_db)
{
    recall(bins);
    const auto octave = static_cast<float>(OCTAVE_DB);
    const auto offset = static_cast<float>(offset_db);
    const auto together = std::max<std::size_t>(1, NEAR_NUMBERS / bins);
    for (std::size_t done = 0; done < count; done += together) {
        auto* const rows = vectors + done * bins;
        const auto numbers = std::min(together, count - done) * bins;
        for (auto* row = rows; row < rows + numbers; row += bins)
            for (std::size_t i = 0; i < bins; ++i)
                row[i] = d_smooth[i] =
                    static_cast<float>(weight * row[i] + (1 - weight) * d_smooth[i]);
        quick_log2(rows, numbers, rows);
        for (std::size_t i = 0; i < numbers; ++i)
            rows[i] = octave * rows[i] + offset;
    }
}

void smoothed_decibels::take_decibels(float* vectors,
                                      std::size_t count,
                                      std::size_t bins,
                                      double offset_db)
{
    const auto lowest = static_cast<float>(NOTHING * OCTAVE_DB + offset_db);
    raise(vectors, count * bins, lowest);
    if (!count)
        return;
    d_last_db.assign(vectors + (count - 1) * bins, vectors + count * bins);
    d_last_offset_db = offset_db;
}

} // namespace gpufft
