/* SPDX-License-Identifier: GPL-3.0-or-later */
// Products over time of bands, a number each: their power, and how much of them is
// occupied.
#include "exec/host/host_vectors.h"
#include "survey/products/survey_product.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gpufft {

namespace {

// Bins: an edge that is meant to be a bin's middle is one, however Hz were rounded.
constexpr double EDGE_ROUNDING = 1e-6;
constexpr float NO_POWER = std::numeric_limits<float>::quiet_NaN();

//! Bins first .. behind - 1 of a row.
struct bin_range {
    std::int64_t first = 0, behind = 0;
};

//! The bins whose middles lie in \p b; none where the row has not all of the band.
bin_range bins_in(const chunk_powers& from, std::int64_t row, const band& b)
{
    const auto bin_at = [&](double hz) {
        const double bin = (hz - from.frequency_hz(row, 0)) / from.bin_hz;
        return std::ceil(std::clamp(bin, -1.0, static_cast<double>(from.bins) + 1) -
                         EDGE_ROUNDING);
    };
    bin_range r;
    if (std::isfinite(b.low_hz))
        r.first = static_cast<std::int64_t>(bin_at(b.low_hz));
    r.behind = std::isfinite(b.high_hz) ? static_cast<std::int64_t>(bin_at(b.high_hz))
                                        : from.bins;
    const bool is_there = r.first >= 0 && r.behind <= from.bins;
    return is_there ? r : bin_range();
}

//! The power in \p b: the integral of power per Hz, or what windows make of power per
//! bin.
float power_in(const chunk_powers& from, std::int64_t row, const band& b, double per_bin)
{
    const auto* mean = from.plane(row, accumulation::sum);
    const auto range = bins_in(from, row, b);
    double sum = 0;
    for (auto k = range.first; k < range.behind; ++k)
        sum += mean[k];
    return range.first < range.behind ? static_cast<float>(sum * per_bin * from.factor)
                                      : NO_POWER;
}

float share_above(const chunk_powers& from, std::int64_t row, const band& b, double power)
{
    const auto* mean = from.plane(row, accumulation::sum);
    const auto range = bins_in(from, row, b);
    if (range.first >= range.behind)
        return NO_POWER;
    const auto above = std::count_if(mean + range.first,
                                     mean + range.behind,
                                     [&](float p) { return p * from.factor > power; });
    return static_cast<float>(static_cast<double>(above) /
                              static_cast<double>(range.behind - range.first));
}

survey_product band_power(const survey_settings& s)
{
    survey_product p;
    p.name = "band_power";
    p.dimension = "band";
    p.size = static_cast<std::int64_t>(s.bands.size());
    p.long_name = "mean power in a band";
    p.units = s.band_unit_text();
    const double enbw = enbw_of(s.taps());
    p.fill = [bands = s.bands,
              takes_bin_hz = is_per_hz(s.unit),
              as_level = is_in_decibels(s.unit),
              enbw](const chunk_powers& from, std::int64_t row, float* to) {
        const double per_bin = takes_bin_hz ? from.bin_hz : 1 / enbw;
        std::transform(bands.begin(), bands.end(), to, [&](const band& b) {
            return power_in(from, row, b, per_bin);
        });
        if (as_level)
            decibels(to, bands.size(), to);
    };
    return p;
}

survey_product occupancy(const survey_settings& s)
{
    survey_product p;
    p.name = "occupancy";
    p.dimension = "band";
    const auto bands = s.occupied_bands();
    p.size = static_cast<std::int64_t>(bands.size());
    p.long_name = "share of a band's bins whose mean power is above the level";
    p.units = "1";
    const double level = *s.occupancy_level;
    const double power = is_in_decibels(s.unit) ? std::pow(10.0, 0.1 * level) : level;
    p.fill = [bands, power](const chunk_powers& from, std::int64_t row, float* to) {
        std::transform(bands.begin(), bands.end(), to, [&](const band& b) {
            return share_above(from, row, b, power);
        });
    };
    return p;
}

} // namespace

std::vector<survey_product> band_products(const survey_settings& s)
{
    std::vector<survey_product> all;
    if (!s.bands.empty())
        all.push_back(band_power(s));
    if (s.occupancy_level)
        all.push_back(occupancy(s));
    return all;
}

std::vector<survey_product> products_of(const survey_settings& s, std::int64_t bins)
{
    auto all = statistic_products(s, bins);
    for (auto& some : { band_products(s), peak_products(s) })
        std::copy(some.begin(), some.end(), std::back_inserter(all));
    return all;
}

} // namespace gpufft
