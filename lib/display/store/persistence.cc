/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/persistence.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gpufft::display {

namespace {

//! A weight that all counts are divided by before more is added. A spectrum multiplies it
//! by e^30 at most, which is within a float.
constexpr double MOST_WEIGHT = 1e6;

/*!
 * \brief 10 log10 of a power, to 0.02 dB, which is far less than a level
 *
 * The exponent of a float is the whole part of its log2; a parabola through 1, sqrt(2)
 * and 2 is that of the rest.
 */
float coarse_decibels(float power)
{
    std::int32_t bits;
    std::memcpy(&bits, &power, sizeof bits);
    const auto exponent = (bits >> 23) - 127;
    bits = (bits & 0x7fffff) | 0x3f800000;
    float m;
    std::memcpy(&m, &bits, sizeof m);
    const float log2 =
        static_cast<float>(exponent) + (m - 1) * (1.3465f - 0.3465f * (m - 1));
    return 3.0103f * log2;
}

} // namespace

persistence::persistence(const frequency_axis& axis, bool is_power)
    : d_axis(axis),
      d_bins_in(axis.bins),
      d_bins_each((axis.bins + MOST_BINS - 1) / MOST_BINS),
      d_is_power(is_power)
{
    d_axis.bins = (axis.bins + d_bins_each - 1) / d_bins_each;
    d_axis.bin_hz = axis.bin_hz * static_cast<double>(d_bins_each);
    d_axis.first_hz = axis.low_hz() + d_axis.bin_hz / 2;
    d_counts.assign(d_axis.bins * d_steps.levels, 0.0f);
}

float persistence::weight_at(double begin_s)
{
    if (d_decay_s > 0 && d_total > 0)
        d_weight *= std::exp(std::clamp((begin_s - d_last_s) / d_decay_s, 0.0, 30.0));
    d_last_s = begin_s;
    d_total += d_weight;
    return static_cast<float>(d_weight);
}

const float* persistence::reduce(const float* spectra, std::size_t count)
{
    if (d_bins_each == 1)
        return spectra;
    d_greatest.resize(count * d_axis.bins);
    for (std::size_t i = 0; i < count; ++i) {
        const float* const spectrum = spectra + i * d_bins_in;
        for (std::size_t k = 0; k < d_axis.bins; ++k) {
            const auto first = k * d_bins_each;
            const auto end = std::min(first + d_bins_each, d_bins_in);
            float most = spectrum[first];
            for (auto j = first + 1; j < end; ++j)
                most = spectrum[j] > most || most != most ? spectrum[j] : most;
            d_greatest[i * d_axis.bins + k] = most;
        }
    }
    return d_greatest.data();
}

void persistence::add(const float* spectra, const std::vector<spectrum_time>& times)
{
    for (std::size_t first = 0; first < times.size(); first += d_weights.size()) {
        if (d_weight > MOST_WEIGHT)
            scale_down();
        d_weights.clear();
        for (auto i = first; i < times.size() && d_weight <= MOST_WEIGHT; ++i)
            d_weights.push_back(weight_at(times[i].begin_s));
        add_weighted(spectra + first * d_bins_in);
    }
}

void persistence::add_weighted(const float* spectra)
{
    const float* const bins = reduce(spectra, d_weights.size());
    const auto last = static_cast<float>(d_steps.levels - 1);
    const auto lowest = static_cast<float>(d_steps.lowest_db);
    const auto scale = static_cast<float>(1 / d_steps.step_db);
    float* counts = d_counts.data();
    for (std::size_t k = 0; k < d_axis.bins; ++k, counts += d_steps.levels)
        for (std::size_t i = 0; i < d_weights.size(); ++i) {
            const float given = bins[i * d_axis.bins + k];
            if (given != given)
                continue;
            const float db = d_is_power ? coarse_decibels(given) : given;
            const float level = std::clamp((db - lowest) * scale, 0.0f, last);
            counts[static_cast<std::size_t>(level)] += d_weights[i];
        }
}

void persistence::scale_down()
{
    const auto factor = static_cast<float>(1 / d_weight);
    for (auto& count : d_counts)
        count *= factor;
    d_total /= d_weight;
    d_weight = 1;
}

void persistence::clear()
{
    std::fill(d_counts.begin(), d_counts.end(), 0.0f);
    d_total = 0;
    d_weight = 1;
}

void persistence::read(const column_map& map,
                       std::size_t first_column,
                       std::size_t end_column,
                       float* to) const
{
    if (d_total <= 0)
        return;
    // Spectra since the beginning weigh as much as these: with a decay, fewer and fewer.
    const auto share = static_cast<float>(1 / d_total);
    for (auto c = first_column; c < end_column; ++c) {
        float* const column = to + (c - first_column) * d_steps.levels;
        for (auto k = map.first(c); k < map.end(c); ++k) {
            const float* const counts = d_counts.data() + k * d_steps.levels;
            for (std::size_t i = 0; i < d_steps.levels; ++i)
                column[i] += share * counts[i];
        }
    }
}

} // namespace gpufft::display
