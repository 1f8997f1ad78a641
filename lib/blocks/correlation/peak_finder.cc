/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/peak_finder.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// Differences of sums are rounded: what they find is looked at once more, sample by
// sample.
constexpr double ROUNDING = 1 - 1e-6;

} // namespace

double peak_finder::level_at(const std::vector<std::complex<float>>& samples,
                             std::size_t last,
                             std::complex<float> value) const
{
    double energy = 0;
    for (std::size_t i = last + 1 - std::min(last + 1, d_length); i <= last; ++i)
        energy += std::norm(std::complex<double>(samples[i]));
    const double size = std::norm(std::complex<double>(value));
    return energy > 0 ? std::sqrt(size / (energy * d_energy)) : 0;
}

std::vector<correlation_peak>
peak_finder::look_at(std::uint64_t first,
                     const std::vector<std::complex<float>>& samples,
                     const std::vector<double>& sums,
                     std::size_t lead,
                     const std::complex<float>* correlation,
                     double threshold,
                     std::uint64_t distance)
{
    std::vector<correlation_peak> peaks;
    const auto count = samples.size() - lead;
    for (std::size_t m = 0; m < count; ++m) {
        const auto at = first + m;
        if (d_highest && at - d_highest->last >= distance)
            peaks.push_back(*std::exchange(d_highest, std::nullopt));
        const auto end = lead + m + 1;
        const double energy = sums[end] - sums[end - std::min(end, d_length)];
        const double size = std::norm(std::complex<double>(correlation[m]));
        const double least = d_highest ? d_highest->level : threshold;
        if (!(size > 0) || size < least * least * energy * d_energy * ROUNDING)
            continue;
        const double level = level_at(samples, lead + m, correlation[m]);
        if (level >= threshold && (!d_highest || level > d_highest->level))
            d_highest = correlation_peak{ at, correlation[m], level };
    }
    if (d_highest && first + count - d_highest->last >= distance)
        peaks.push_back(*std::exchange(d_highest, std::nullopt));
    return peaks;
}

std::optional<correlation_peak> peak_finder::take_rest()
{
    return std::exchange(d_highest, std::nullopt);
}

} // namespace gpufft
} // namespace gr
