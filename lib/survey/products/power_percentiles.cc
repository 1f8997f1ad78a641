/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/request/refuse.h"
#include "survey/products/power_percentiles.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace gpufft {

namespace {

constexpr float NONE_FINITE = std::numeric_limits<float>::quiet_NaN();

// Numbers of 4 bytes: 64 MiB of powers that are kept, and 256 MiB of counts.
constexpr std::int64_t MOST_KEPT = std::int64_t(1) << 24;
constexpr std::int64_t MOST_COUNTED = std::int64_t(1) << 26;

// A class is of the exponent and the first bits of the fraction of a float32, between
// one class for all that lies below and one for all that lies above.
constexpr int FRACTION_BITS = 4;
constexpr int DROPPED_BITS = 23 - FRACTION_BITS;
constexpr std::int32_t LOWEST = (127 - 70) << FRACTION_BITS;
constexpr std::int32_t HIGHEST = (127 + 50) << FRACTION_BITS;
constexpr std::int32_t CLASSES = HIGHEST - LOWEST + 2;

//! The class of a finite power that is not negative.
std::int32_t class_of(float power)
{
    std::int32_t bits = 0;
    std::memcpy(&bits, &power, sizeof(bits));
    return std::clamp((bits >> DROPPED_BITS) - LOWEST + 1, 0, CLASSES - 1);
}

//! The lower edge of a class, of CLASSES the upper edge of the last.
double edge_of(std::int32_t number)
{
    if (number < 1)
        return 0;
    const std::int32_t bits = (number - 1 + LOWEST) << DROPPED_BITS;
    float power = 0;
    std::memcpy(&power, &bits, sizeof(power));
    return power;
}

//! Where a percentile lies among \p count sorted values.
double place_of(double percentile, double count)
{
    return percentile / 100 * (count - 1);
}

//! The value at a place of sorted values, which \p at tells for whole places.
template <typename At>
float between(double place, double count, const At& at)
{
    const double below = std::floor(place);
    const double share = place - below;
    const double first = at(below);
    const double next = share > 0 && below + 1 < count ? at(below + 1) : first;
    return static_cast<float>(first + share * (next - first));
}

//! Values in the order of their classes, of a bin.
class counted_values
{
public:
    explicit counted_values(const std::uint32_t* counts) : d_counts(counts)
    {
        for (std::int32_t c = 0; c < CLASSES; ++c)
            d_all += counts[c];
    }
    double all() const { return d_all; }
    //! The value at a whole place; places that are asked for never descend.
    double at(double place)
    {
        while (d_class < CLASSES - 1 && place >= d_before + d_counts[d_class])
            d_before += d_counts[d_class++];
        if (d_class == 0 || d_class == CLASSES - 1)
            return edge_of(d_class); // nobody knows how far below or above
        // As if those of a class were evenly spread over it.
        const double share = (place - d_before + 0.5) / d_counts[d_class];
        return edge_of(d_class) + share * (edge_of(d_class + 1) - edge_of(d_class));
    }

private:
    const std::uint32_t* d_counts;
    double d_all = 0, d_before = 0;
    std::int32_t d_class = 0;
};

} // namespace

power_percentiles::power_percentiles(std::vector<double> percentiles,
                                     std::int64_t bins,
                                     std::int64_t most_frames)
    : d_percentiles(std::move(percentiles)),
      d_bins(static_cast<std::size_t>(bins)),
      d_keeps_powers(saturated_product(bins, most_frames) <= MOST_KEPT)
{
    if (d_keeps_powers)
        return;
    if (bins > MOST_COUNTED / CLASSES)
        refuse("percentiles of rows of {} frames of {} bins do not fit into memory; "
               "--average {}, or up to {} bins, works",
               most_frames,
               bins,
               std::max<std::int64_t>(1, MOST_KEPT / bins),
               MOST_COUNTED / CLASSES);
    d_counts.assign(d_bins * CLASSES, 0);
}

void power_percentiles::add(const float* powers)
{
    if (d_keeps_powers)
        d_powers.insert(d_powers.end(), powers, powers + d_bins);
    else
        count(powers);
}

void power_percentiles::count(const float* powers)
{
    for (std::size_t bin = 0; bin < d_bins; ++bin)
        if (std::isfinite(powers[bin]))
            ++d_counts[bin * CLASSES + static_cast<std::size_t>(class_of(powers[bin]))];
}

void power_percentiles::finish_row(float* to)
{
    if (d_keeps_powers)
        finish_kept(to);
    else
        finish_counted(to);
}

void power_percentiles::finish_kept(float* to)
{
    // Bins side by side are read together: a column alone would touch a line a frame.
    constexpr std::size_t TOGETHER = 16;
    const auto frames = d_powers.size() / d_bins;
    std::vector<std::vector<float>> columns(TOGETHER);
    for (std::size_t first = 0; first < d_bins; first += TOGETHER) {
        const auto count = std::min(TOGETHER, d_bins - first);
        for (auto& each : columns)
            each.clear();
        for (std::size_t f = 0; f < frames; ++f)
            for (std::size_t i = 0; i < count; ++i)
                if (const float p = d_powers[f * d_bins + first + i]; std::isfinite(p))
                    columns[i].push_back(p);
        for (std::size_t i = 0; i < count; ++i) {
            auto& column = columns[i];
            const auto all = static_cast<double>(column.size());
            auto sorted_to = column.begin();
            const auto at = [&](double place) {
                const auto it = column.begin() + static_cast<std::ptrdiff_t>(place);
                if (it >= sorted_to) {
                    std::nth_element(sorted_to, it, column.end());
                    sorted_to = it + 1;
                }
                return static_cast<double>(*it);
            };
            for (std::size_t k = 0; k < d_percentiles.size(); ++k)
                to[k * d_bins + first + i] =
                    column.empty() ? NONE_FINITE
                                   : between(place_of(d_percentiles[k], all), all, at);
        }
    }
    d_powers.clear();
}

void power_percentiles::finish_counted(float* to)
{
    for (std::size_t bin = 0; bin < d_bins; ++bin) {
        auto* counts = d_counts.data() + bin * CLASSES;
        for (std::size_t k = 0; k < d_percentiles.size(); ++k) {
            // Neighbouring percentiles may need the same places again.
            counted_values values(counts);
            const double all = values.all();
            to[k * d_bins + bin] =
                all == 0 ? NONE_FINITE
                         : between(place_of(d_percentiles[k], all), all, [&](double p) {
                               return values.at(p);
                           });
        }
        std::fill_n(counts, CLASSES, 0);
    }
}

} // namespace gpufft
