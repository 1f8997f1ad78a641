/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_vectors.h"
#include "survey/products/survey_product.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gpufft {

namespace {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

//! A plane as it is, or its levels.
void copy_plane(const chunk_powers& from, const float* plane, bool as_levels, float* to)
{
    const auto bins = static_cast<std::size_t>(from.bins);
    if (as_levels && !from.are_levels) {
        decibels(plane, bins, to);
        const double more = 10 * std::log10(from.factor);
        std::transform(to, to + bins, to, [more](float level) {
            return static_cast<float>(level + more);
        });
    } else {
        std::transform(plane, plane + bins, to, [&](float power) {
            return static_cast<float>(power * from.factor);
        });
    }
}

//! Calls to_value(mean of power, mean of squares), without the factor, for each bin.
template <typename Value>
void each_moment(const chunk_powers& from, std::int64_t row, float* to, Value to_value)
{
    const auto* mean = from.plane(row, accumulation::sum);
    const auto* squares = from.plane(row, accumulation::square);
    for (std::int64_t bin = 0; bin < from.bins; ++bin) {
        const bool is_edge = from.edge_factor != 1 && from.is_edge(bin);
        const double square = squares[bin] * (is_edge ? from.edge_factor : 1);
        to[bin] = static_cast<float>(to_value(static_cast<double>(mean[bin]), square));
    }
}

void fill_variance(const chunk_powers& from, std::int64_t row, float* to)
{
    const double factor = from.factor * from.factor;
    each_moment(from, row, to, [factor](double mean, double square) {
        return factor * std::max(0.0, square - mean * mean);
    });
}

/*!
 * Nita and Gary, "The generalized spectral kurtosis estimator", MNRAS Letters 406, 2010,
 * equation 8 with N = d = 1: (M + 1) / (M - 1) (M S2 / S1^2 - 1), S1 and S2 the sums of
 * power and of its square over M frames.
 */
void fill_kurtosis(const chunk_powers& from, std::int64_t row, float* to)
{
    const auto m = static_cast<double>(from.frames[static_cast<std::size_t>(row)]);
    const double share = m > 1 ? (m + 1) / (m - 1) : NOT_A_NUMBER;
    each_moment(from, row, to, [share](double mean, double square) {
        return share * (square / (mean * mean) - 1);
    });
}

accumulation plane_of(statistic s)
{
    if (s == statistic::highest)
        return accumulation::highest;
    return s == statistic::lowest ? accumulation::lowest : accumulation::sum;
}

survey_product product_of(statistic s, const survey_settings& settings)
{
    survey_product p;
    p.name = word_of(s);
    p.dimension = "frequency";
    p.long_name = fmt::format("{} of the power of a row's frames", p.name);
    p.units = settings.unit_text();
    if (s == statistic::variance) {
        p.units = fmt::format("({})^2", settings.power_text());
        p.fill = fill_variance;
    } else if (s == statistic::kurtosis) {
        p.long_name = "spectral kurtosis of a row's frames, 1 of noise";
        p.units = "1";
        p.fill = fill_kurtosis;
    } else {
        const bool as_levels = is_in_decibels(settings.unit);
        p.fill = [which = plane_of(s),
                  as_levels](const chunk_powers& from, std::int64_t row, float* to) {
            copy_plane(from, from.plane(row, which), as_levels, to);
        };
    }
    return p;
}

survey_product percentile_product(const survey_settings& settings,
                                  double percentile,
                                  std::int64_t number)
{
    survey_product p;
    p.name = percentile_word(percentile);
    p.dimension = "frequency";
    p.long_name =
        fmt::format("{:g}th percentile of the power of a row's frames", percentile);
    p.units = settings.unit_text();
    p.fill = [number, as_levels = is_in_decibels(settings.unit)](
                 const chunk_powers& from, std::int64_t row, float* to) {
        copy_plane(from, from.percentile_plane(row, number), as_levels, to);
    };
    return p;
}

} // namespace

std::vector<survey_product> statistic_products(const survey_settings& s,
                                               std::int64_t bins)
{
    std::vector<survey_product> all;
    for (const auto each : s.statistics) {
        all.push_back(product_of(each, s));
        all.back().size = bins;
    }
    for (const auto each : s.percentiles) {
        const auto number = static_cast<std::int64_t>(all.size() - s.statistics.size());
        all.push_back(percentile_product(s, each, number));
        all.back().size = bins;
    }
    return all;
}

} // namespace gpufft
