/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/derived/noise_floor.h"
#include <boost/math/distributions/gamma.hpp>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpufft {

namespace {

constexpr std::size_t MOST_BLOCKS = 16, LEAST_BINS = 64;
constexpr double MOST_ABOVE_ALL = 2; // 3 dB
// Running medians of a shape: windows that fit the bins, the least bins of one, and how
// many medians there are in half of one.
constexpr std::size_t SHAPE_WINDOWS = 64, LEAST_WINDOW = 33, SHAPE_DETAIL = 8;
constexpr double LEAST_SHAPE = 1e-12; // of the highest: digital silence has none

//! Correlation of \p taps with themselves \p shift samples later.
double correlation(const std::vector<float>& taps, std::int64_t shift)
{
    const auto from = taps.begin() + static_cast<std::ptrdiff_t>(shift);
    const double both = std::inner_product(from, taps.end(), taps.begin(), 0.0);
    const double own = std::inner_product(taps.begin(), taps.end(), taps.begin(), 0.0);
    return both / own;
}

double median_of(std::vector<double>& all)
{
    if (all.empty())
        return 0;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

//! Bins first .. behind - 1 of all rows: their median; 0 where none is finite.
double median_in(const std::vector<std::vector<double>>& rows,
                 std::size_t first,
                 std::size_t behind)
{
    std::vector<double> all;
    all.reserve(rows.size() * (behind - first));
    for (const auto& row : rows)
        for (auto k = first; k < behind; ++k)
            if (std::isfinite(row[k]))
                all.push_back(row[k]);
    return median_of(all);
}

//! The median over rows, of each bin.
std::vector<double> medians_in_time(const std::vector<std::vector<double>>& rows)
{
    std::vector<double> medians, all;
    for (std::size_t k = 0; k < rows.at(0).size(); ++k) {
        all.clear();
        for (const auto& row : rows)
            if (std::isfinite(row[k]))
                all.push_back(row[k]);
        medians.push_back(median_of(all));
    }
    return medians;
}

} // namespace

double noise_law::exceeded_with(double rate) const
{
    const boost::math::gamma_distribution<> law(shape);
    const double value = boost::math::quantile(boost::math::complement(law, rate));
    return 1 + deviation * (value - shape) / std::sqrt(shape);
}

double noise_law::median() const { return exceeded_with(0.5); }

averaged_noise::averaged_noise(const survey_settings& s, bool is_complex)
{
    const auto taps = s.taps();
    for (std::int64_t shift = 0; shift < s.frame_samples(); shift += s.actual_hop())
        d_correlations.push_back(correlation(taps, shift));
    // Twice the noise bandwidth holds the main lobe, in which a bin and its mirror image
    // are correlated.
    if (!is_complex)
        d_edge_bins = static_cast<std::int64_t>(std::ceil(2 * s.enbw_bins()));
}

noise_law averaged_noise::inner(std::int64_t frames) const
{
    // The sum of M powers has the cumulants (n - 1)! trace(R^n), with R the correlations
    // of frames; a product of three of them is of frames 0, a, and a + b hops further.
    const auto far = static_cast<std::int64_t>(d_correlations.size()) - 1;
    const auto at = [&](std::int64_t hops) {
        return std::abs(hops) > far
                   ? 0.0
                   : d_correlations[static_cast<std::size_t>(std::abs(hops))];
    };
    double second = 0, third = 0;
    for (auto a = -far; a <= far; ++a) {
        const auto pairs = std::max<std::int64_t>(0, frames - std::abs(a));
        second += static_cast<double>(pairs) * at(a) * at(a);
        for (auto b = -far; b <= far; ++b) {
            const auto range = std::minmax({ std::int64_t(0), a, a + b });
            const auto triples =
                std::max<std::int64_t>(0, frames - (range.second - range.first));
            third += static_cast<double>(triples) * at(a) * at(b) * at(a + b);
        }
    }
    const double skew = 2 * third / std::pow(second, 1.5);
    return { 4 / (skew * skew), std::sqrt(second) / static_cast<double>(frames) };
}

noise_law averaged_noise::edge(std::int64_t frames) const
{
    const auto law = inner(frames);
    return { law.shape / 2, law.deviation * std::sqrt(2.0) };
}

std::vector<double> noise_floor(const std::vector<std::vector<double>>& rows,
                                double median)
{
    const auto bins = rows.at(0).size();
    const auto blocks = std::clamp<std::size_t>(bins / LEAST_BINS, 1, MOST_BLOCKS);
    const double of_all = median_in(rows, 0, bins);
    std::vector<double> at, level;
    for (std::size_t b = 0; b < blocks; ++b) {
        const auto first = b * bins / blocks, behind = (b + 1) * bins / blocks;
        at.push_back(0.5 * static_cast<double>(first + behind - 1));
        level.push_back(
            std::min(median_in(rows, first, behind), MOST_ABOVE_ALL * of_all) / median);
    }
    std::vector<double> floor(bins);
    std::size_t b = 0;
    for (std::size_t k = 0; k < bins; ++k) {
        const auto bin = static_cast<double>(k);
        while (b + 2 < blocks && bin > at[b + 1])
            ++b;
        const auto next = std::min(b + 1, blocks - 1);
        const double width = at[next] - at[b];
        const double share = width > 0 ? std::clamp((bin - at[b]) / width, 0.0, 1.0) : 0;
        floor[k] = level[b] + share * (level[next] - level[b]);
    }
    return floor;
}

std::vector<double> noise_shape(const std::vector<std::vector<double>>& rows)
{
    const auto medians = medians_in_time(rows);
    const auto bins = medians.size();
    const auto half = std::max(bins / SHAPE_WINDOWS, LEAST_WINDOW) / 2;
    const auto step = std::max<std::size_t>(1, half / SHAPE_DETAIL);
    std::vector<double> shape(bins), window;
    double highest = 0;
    for (std::size_t k = 0; k < bins; k += step) {
        // As many bins on either side, or a slope would be moved.
        const auto reach = std::min({ half, k, bins - 1 - k });
        const auto middle = medians.begin() + static_cast<std::ptrdiff_t>(k);
        const auto count = static_cast<std::ptrdiff_t>(reach);
        window.assign(middle - count, middle + count + 1);
        shape[k] = median_of(window);
        highest = std::max(highest, shape[k]);
    }
    if (!(highest > 0))
        return std::vector<double>(bins, 1);
    for (std::size_t k = 0; k < bins; k += step)
        shape[k] = std::max(shape[k] / highest, LEAST_SHAPE);
    // Straight lines in decibels between them.
    for (std::size_t k = 0; k < bins; ++k) {
        const auto before = k / step * step, next = before + step;
        if (k == before)
            continue;
        const double share = static_cast<double>(k - before) / static_cast<double>(step);
        const double end = next < bins ? shape[next] : shape[before];
        shape[k] = shape[before] * std::pow(end / shape[before], share);
    }
    return shape;
}

} // namespace gpufft
