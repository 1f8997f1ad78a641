/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/products/spectral_peaks.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! The median of those that are finite; 0: none is.
double median_of(const float* powers, std::size_t bins)
{
    std::vector<float> finite;
    finite.reserve(bins);
    std::copy_if(powers, powers + bins, std::back_inserter(finite), [](float p) {
        return std::isfinite(p);
    });
    if (finite.empty())
        return 0;
    const auto middle = finite.begin() + static_cast<std::ptrdiff_t>(finite.size() / 2);
    std::nth_element(finite.begin(), middle, finite.end());
    return *middle;
}

//! How far from bin \p k the top of the parabola through it and its neighbours is.
double fraction_at(const float* powers, std::size_t bins, std::size_t k)
{
    if (k == 0 || k + 1 >= bins || !(powers[k - 1] > 0) || !(powers[k + 1] > 0))
        return 0;
    const double a = std::log(powers[k - 1]), b = std::log(powers[k]),
                 c = std::log(powers[k + 1]);
    const double curve = a - 2 * b + c;
    const double fraction = curve < 0 ? 0.5 * (a - c) / curve : 0;
    return std::isfinite(fraction) ? std::clamp(fraction, -0.5, 0.5) : 0;
}

spectral_peak
peak_among(const float* powers, std::size_t bins, std::size_t first, std::size_t last)
{
    const auto* highest =
        std::max_element(powers + first, powers + last + 1, [](float a, float b) {
            return !std::isfinite(a) ? std::isfinite(b) : std::isfinite(b) && a < b;
        });
    const auto k = static_cast<std::size_t>(highest - powers);
    spectral_peak p;
    p.bin = static_cast<double>(k) + fraction_at(powers, bins, k);
    p.power = *highest;
    p.width = static_cast<std::int64_t>(last - first) + 1;
    return p;
}

} // namespace

std::vector<spectral_peak>
peaks_of(const float* powers, std::size_t bins, const peak_request& request)
{
    const double threshold =
        median_of(powers, bins) * std::pow(10.0, 0.1 * request.height_db);
    const auto stands_out = [&](std::size_t k) {
        return std::isfinite(powers[k]) && powers[k] > threshold;
    };
    std::vector<spectral_peak> peaks;
    const auto bridged = static_cast<std::size_t>(request.bridged);
    for (std::size_t k = 0; k < bins; ++k) {
        if (!stands_out(k))
            continue;
        auto last = k;
        for (auto next = k + 1; next < bins && next <= last + bridged + 1; ++next)
            if (stands_out(next))
                last = next;
        peaks.push_back(peak_among(powers, bins, k, last));
        k = last;
    }
    std::stable_sort(peaks.begin(), peaks.end(), [](const auto& a, const auto& b) {
        return a.power > b.power;
    });
    if (peaks.size() > request.most)
        peaks.resize(request.most);
    return peaks;
}

} // namespace gpufft
