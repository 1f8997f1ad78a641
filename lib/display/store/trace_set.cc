/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/decibels.h"
#include "display/store/trace_set.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <limits>

namespace gpufft::display {

namespace {

constexpr float INFINITE = std::numeric_limits<float>::infinity();
//! Bins whose traces stay in the first-level cache while many spectra are added.
constexpr std::size_t PART_BINS = 1024;

constexpr const char* NAMES[TRACE_KINDS] = {
    "now", "max", "min", "average", "reference"
};

float finite_power(float power)
{
    power = power < LARGEST_POWER ? power : LARGEST_POWER;
    return power > -LARGEST_POWER ? power : -LARGEST_POWER;
}

} // namespace

const char* trace_name(trace_kind kind) { return NAMES[static_cast<std::size_t>(kind)]; }

trace_kind parse_trace(const std::string& name)
{
    for (std::size_t i = 0; i < TRACE_KINDS; ++i)
        if (name == NAMES[i])
            return static_cast<trace_kind>(i);
    refuse("there is no trace \"{}\"; there are now, max, min, average and reference",
           name);
}

trace_set::trace_set(std::size_t bins, bool is_power)
    : d_is_power(is_power), d_now(bins), d_max(bins), d_min(bins), d_mean(bins)
{
    reset();
}

void trace_set::reset()
{
    d_spectra = 0;
    std::fill(d_max.begin(), d_max.end(), -INFINITE);
    std::fill(d_min.begin(), d_min.end(), INFINITE);
    std::fill(d_mean.begin(), d_mean.end(), 0.0f);
    d_unknown.clear();
}

void trace_set::add(const float* spectra, std::size_t count)
{
    if (count == 0)
        return;
    for (std::size_t first = 0; first < bins(); first += PART_BINS) {
        const auto end = std::min(first + PART_BINS, bins());
        for (std::size_t i = 0; i < count; ++i)
            add_part(
                spectra + i * bins(), first, end, static_cast<double>(d_spectra + i + 1));
    }
    const auto* last = spectra + (count - 1) * bins();
    std::copy(last, last + bins(), d_now.begin());
    d_spectra += count;
}

void trace_set::add_part(const float* spectrum,
                         std::size_t first,
                         std::size_t end,
                         double seen)
{
    float* const most = d_max.data();
    float* const least = d_min.data();
    float* const mean = d_mean.data();
    // Comparisons with a NaN are false, so what was there stays.
    for (auto k = first; k < end; ++k)
        most[k] = spectrum[k] > most[k] ? spectrum[k] : most[k];
    for (auto k = first; k < end; ++k)
        least[k] = spectrum[k] < least[k] ? spectrum[k] : least[k];
    int unknown = 0;
    for (auto k = first; k < end; ++k)
        unknown |= spectrum[k] != spectrum[k] ? 1 : 0;
    if (unknown || !d_unknown.empty()) {
        average_known(spectrum, first, end, seen);
        return;
    }
    const auto weight = static_cast<float>(1 / std::clamp(seen, 1.0, d_average_spectra));
    if (d_is_power)
        for (auto k = first; k < end; ++k)
            mean[k] += weight * (finite_power(spectrum[k]) - mean[k]);
    else
        for (auto k = first; k < end; ++k)
            mean[k] += weight * (power_of(spectrum[k]) - mean[k]);
}

void trace_set::average_known(const float* spectrum,
                              std::size_t first,
                              std::size_t end,
                              double seen)
{
    d_unknown.resize(bins(), 0.0f);
    const auto most = static_cast<float>(std::max(d_average_spectra, 1.0));
    for (auto k = first; k < end; ++k) {
        if (spectrum[k] != spectrum[k]) {
            d_unknown[k] += 1;
            continue;
        }
        const float known = static_cast<float>(seen - d_unknown[k]);
        const float power =
            d_is_power ? finite_power(spectrum[k]) : power_of(spectrum[k]);
        d_mean[k] += (power - d_mean[k]) / std::clamp(known, 1.0f, most);
    }
}

bool trace_set::has(trace_kind kind) const
{
    return kind == trace_kind::reference ? d_reference.size() == bins() : d_spectra > 0;
}

std::vector<float> trace_set::levels(trace_kind kind) const
{
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> levels(bins(), none);
    if (!has(kind))
        return levels;
    const auto in_db = [&](float x) { return d_is_power ? decibels_of(x) : x; };
    for (std::size_t k = 0; k < bins(); ++k) {
        const bool was_finite = d_max[k] >= d_min[k];
        switch (kind) {
        case trace_kind::now:
            levels[k] = in_db(d_now[k]);
            break;
        case trace_kind::maximum:
            levels[k] = was_finite ? in_db(d_max[k]) : none;
            break;
        case trace_kind::minimum:
            levels[k] = was_finite ? in_db(d_min[k]) : none;
            break;
        case trace_kind::average:
            levels[k] = was_finite ? decibels_of(d_mean[k]) : none;
            break;
        case trace_kind::reference:
            levels[k] = d_reference[k];
            break;
        }
    }
    return levels;
}

} // namespace gpufft::display
