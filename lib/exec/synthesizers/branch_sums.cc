/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/vector_widths.h"
#include "exec/synthesizers/branch_sums.h"
#include <algorithm>

namespace gpufft {

namespace {

// Floats whose sums stay in registers, of the narrowest vectors as well.
constexpr std::size_t SUMMED_FLOATS = 32;
// Rows of fewer floats are summed up together, where they lie side by side.
constexpr std::size_t SHORT_ROW = 4 * SUMMED_FLOATS;

//! to[f] = sum over j of by[j by_distance + f] from[f - j distance], f = 0 .. count - 1
GPUFFT_FOR_EACH_WIDTH
void sum_products(const float* from,
                  std::ptrdiff_t distance,
                  const float* by,
                  std::size_t by_distance,
                  std::size_t taps,
                  std::size_t count,
                  float* to)
{
    std::size_t f = 0;
    for (; f + SUMMED_FLOATS <= count; f += SUMMED_FLOATS) {
        float sums[SUMMED_FLOATS] = {};
        const float *x = from + f, *w = by + f;
        for (std::size_t j = 0; j < taps; ++j, x -= distance, w += by_distance)
            for (std::size_t i = 0; i < SUMMED_FLOATS; ++i)
                sums[i] += w[i] * x[i];
        for (std::size_t i = 0; i < SUMMED_FLOATS; ++i)
            to[f + i] = sums[i];
    }
    for (; f < count; ++f) {
        float sum = 0;
        const float *x = from + f, *w = by + f;
        for (std::size_t j = 0; j < taps; ++j, x -= distance, w += by_distance)
            sum += *w * *x;
        to[f] = sum;
    }
}

const float* floats_of(const channel_sample* samples)
{
    return reinterpret_cast<const float*>(samples);
}

float* floats_of(channel_sample* samples) { return reinterpret_cast<float*>(samples); }

} // namespace

branch_sums::branch_sums(const std::vector<double>& taps, std::int64_t branches)
    : d_branches(static_cast<std::size_t>(branches)),
      d_per_branch((taps.size() + d_branches - 1) / d_branches),
      d_together(std::max<std::size_t>(1, SHORT_ROW / (2 * d_branches)))
{
    const auto width = 2 * d_branches * d_together;
    d_pairs.resize(d_per_branch * width);
    for (std::size_t j = 0; j < d_per_branch; ++j)
        for (std::size_t f = 0; f < width; ++f) {
            const auto tap = j * d_branches + f / 2 % d_branches;
            if (tap < taps.size())
                d_pairs[j * width + f] = static_cast<float>(taps[tap]);
        }
}

void branch_sums::sum(const channel_sample* newest,
                      std::ptrdiff_t distance,
                      channel_sample* to) const
{
    sum_products(floats_of(newest),
                 2 * distance,
                 d_pairs.data(),
                 2 * d_branches * d_together,
                 d_per_branch,
                 2 * d_branches,
                 floats_of(to));
}

void branch_sums::sum_rows(const channel_sample* first,
                           std::size_t rows,
                           channel_sample* to) const
{
    while (rows > 0) {
        const auto some = std::min(rows, d_together);
        sum_products(floats_of(first),
                     static_cast<std::ptrdiff_t>(2 * d_branches),
                     d_pairs.data(),
                     2 * d_branches * d_together,
                     d_per_branch,
                     2 * d_branches * some,
                     floats_of(to));
        first += some * d_branches;
        to += some * d_branches;
        rows -= some;
    }
}

} // namespace gpufft
