/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/peak_finder.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// The device's correlations are rounded: a level may be so much higher than it says.
constexpr double ROUNDING = 1 - 1e-5;

double power(std::complex<float> x)
{
    const double power = std::norm(std::complex<double>(x));
    return std::isfinite(power) ? power : 0;
}

//! Sums of the \p length powers that end with each of the last \p count. They are made of
//! sums of parts alone: differences of sums would lose weak samples behind strong ones.
std::vector<double>
energies_of(const std::vector<double>& powers, std::size_t length, std::size_t count)
{
    std::vector<double> energies(count);
    const auto* from = powers.data() + (powers.size() - count) - (length - 1);
    for (std::size_t begin = 0; begin < count; begin += length) {
        const auto end = std::min(begin + length, count);
        double sum = 0;
        for (auto i = begin + length; i-- > begin;) {
            sum += from[i];
            if (i < end)
                energies[i] = sum;
        }
        sum = 0;
        for (auto i = begin + 1; i < end; ++i) {
            sum += from[i + length - 1];
            energies[i] += sum;
        }
    }
    return energies;
}

} // namespace

std::vector<double> powers_of(const std::vector<std::complex<float>>& samples)
{
    std::vector<double> powers(samples.size());
    std::transform(samples.begin(), samples.end(), powers.begin(), power);
    return powers;
}

peak_finder::peak_finder(std::vector<std::complex<float>> reference)
    : d_reference(std::move(reference)), d_energy(0)
{
    for (const auto& x : d_reference)
        d_energy += power(x);
}

double peak_finder::level_of(std::complex<double> correlation, double energy) const
{
    const double size = std::norm(correlation);
    if (!(size > 0 && energy > 0) || !std::isfinite(size))
        return 0;
    return std::min(1.0, std::sqrt(size / (energy * d_energy)));
}

//! \p samples  those that the correlation at sample \p at is of
correlation_peak peak_finder::exactly(std::uint64_t at,
                                      const std::complex<float>* samples,
                                      double energy) const
{
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < d_reference.size(); ++k)
        sum += std::conj(std::complex<double>(d_reference[k])) *
               std::complex<double>(samples[k]);
    return { at, std::complex<float>(sum), level_of(sum, energy) };
}

bool peak_finder::may_be_peak(const estimate& sample) const
{
    return (d_falling.empty() || sample.level >= d_falling.front().level) &&
           (!d_candidate || sample.level > d_candidate->about.level);
}

void peak_finder::note(const estimate& sample)
{
    if (may_be_peak(sample))
        d_candidate = candidate{ sample, std::nullopt };
    while (!d_falling.empty() && d_falling.back().level <= sample.level)
        d_falling.pop_back();
    d_falling.push_back(sample);
}

std::vector<correlation_peak>
peak_finder::look_at(std::uint64_t first,
                     const std::vector<std::complex<float>>& samples,
                     const std::vector<double>& powers,
                     std::size_t lead,
                     const std::complex<float>* correlation,
                     double threshold,
                     std::uint64_t distance)
{
    std::vector<correlation_peak> peaks;
    const auto count = samples.size() - lead;
    const auto energies = energies_of(powers, d_reference.size(), count);
    // Exact levels cost as many products as the reference has samples: only candidates
    // that nothing has exceeded get one, while their samples are there.
    const auto settle = [&] {
        if (!d_candidate || d_candidate->exact)
            return;
        const auto at = d_candidate->about.at;
        const auto m = static_cast<std::size_t>(at - first);
        const auto* begin = samples.data() + lead + m + 1 - d_reference.size();
        d_candidate->exact = exactly(at, begin, energies[m]);
        if (!(d_candidate->exact->level >= threshold))
            d_candidate.reset();
    };
    const auto take = [&](std::uint64_t now) {
        if (!d_candidate || now - d_candidate->about.at < distance)
            return;
        settle();
        if (const auto peak = take_rest())
            peaks.push_back(*peak);
    };
    const double least = std::pow(threshold * ROUNDING, 2) * d_energy * ROUNDING;
    for (std::size_t m = 0; m < count; ++m) {
        const auto at = first + m;
        take(at);
        while (!d_falling.empty() && at - d_falling.front().at >= distance)
            d_falling.pop_front();
        const std::complex<double> value(correlation[m]);
        if (std::norm(value) < least * energies[m]) // of most samples: no root is needed
            continue;
        const double level = level_of(value, energies[m]);
        if (level >= threshold * ROUNDING)
            note({ at, level });
    }
    take(first + count);
    settle();
    return peaks;
}

std::optional<correlation_peak> peak_finder::take_rest()
{
    const auto rest = std::exchange(d_candidate, std::nullopt);
    return rest ? rest->exact : std::nullopt;
}

} // namespace gpufft
} // namespace gr
