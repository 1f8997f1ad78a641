/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectra/host_averages.h"
#include "exec/host/host_vectors.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

//! What frame \p n of an exponential average takes of it: the first frames average like a
//! mean.
double share_of(double keep, double n)
{
    if (keep >= 1)
        return 1 / n;
    // 1 - keep^n, without the cancellation of keep near 1
    return keep > 0 ? (1 - keep) / -std::expm1(n * std::log(keep)) : 1;
}

//! Extremes pass over what is not a finite float.
double finite_or_nan(double power)
{
    const bool is_finite = power <= std::numeric_limits<float>::max();
    return is_finite ? power : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

host_averages::host_averages(const spectrum_request& request)
    : d_frames({ request.length,
                 request.hop,
                 request.samples,
                 accumulation::sum,
                 request.taps_per_branch })
{
}

void host_averages::compute(const spectrum_batch& b, const std::vector<double>& taps)
{
    if (b.is_fresh || (d_how && *d_how != b.how))
        set_state({});
    d_how = b.how;
    std::size_t ended = 0;
    const auto bins = static_cast<std::size_t>(d_frames.request().bins());
    const auto width = b.output.bins ? static_cast<std::size_t>(b.output.bins) : bins;
    const auto window = host_frames::window_of(taps);
    for (std::size_t f = 0; f < b.frames; ++f) {
        accumulate(d_frames.powers(b.samples, f, window), b);
        if (ended == b.ends.size() || b.ends[ended] != f + 1)
            continue;
        const bool is_mean = b.how == average::mean;
        const auto frames = is_mean ? static_cast<double>(b.counts[ended]) : 1;
        show(b.output, b.output.factor / frames, b.out + ended * width);
        ++ended;
        if (b.restarts) {
            d_powers.clear();
            d_accumulated = 0;
        }
    }
}

void host_averages::accumulate(const std::vector<double>& powers, const spectrum_batch& b)
{
    ++d_accumulated;
    const bool is_first = d_powers.empty();
    if (is_first)
        d_powers = powers;
    const auto share = share_of(b.keep, static_cast<double>(d_accumulated));
    for (std::size_t k = 0; k < powers.size(); ++k) {
        auto& s = d_powers[k];
        switch (b.how) {
        case average::highest:
            s = std::fmax(finite_or_nan(s), finite_or_nan(powers[k]));
            break;
        case average::lowest:
            s = std::fmin(finite_or_nan(s), finite_or_nan(powers[k]));
            break;
        case average::exponential:
            // Nothing finite was there, or nothing of it stays.
            s = std::isfinite(s) && share < 1 ? s + share * (powers[k] - s) : powers[k];
            break;
        default:
            s = is_first ? s : s + powers[k];
        }
    }
}

//! The power at \p place of the output, times edge_factor where the bin of a real signal
//! has no conjugate bin and may count less.
double host_averages::shown_power(std::size_t place, const spectrum_output& as) const
{
    const auto& request = d_frames.request();
    const auto bins = d_powers.size();
    const auto bin = as.centered ? (place + bins - bins / 2) % bins : place;
    const bool is_middle = 2 * static_cast<std::int64_t>(bin) == request.length;
    const bool is_edge = is_real(request.samples) && (bin == 0 || is_middle);
    return (is_edge ? as.edge_factor : 1) * d_powers[bin];
}

void host_averages::show(const spectrum_output& as, double factor, float* out) const
{
    const auto bins = d_powers.size();
    const auto width = as.bins ? static_cast<std::size_t>(as.bins) : bins;
    for (std::size_t b = 0; b < width; ++b) {
        const auto first = b * bins / width, behind = (b + 1) * bins / width;
        double value = shown_power(first, as);
        for (auto place = first + 1; place < behind; ++place) {
            const auto power = shown_power(place, as);
            value = as.mean_bins ? value + power : std::fmax(value, power);
        }
        if (as.mean_bins)
            value /= static_cast<double>(behind - first);
        out[b] = static_cast<float>(factor * value);
    }
    if (as.decibels)
        decibels(out, width, out);
}

average_state host_averages::state() const
{
    return { { d_powers.begin(), d_powers.end() }, d_accumulated };
}

void host_averages::set_state(const average_state& s)
{
    d_powers.assign(s.powers.begin(), s.powers.end());
    d_accumulated = s.powers.empty() ? 0 : s.frames;
    if (d_accumulated == 0)
        d_powers.clear();
    d_how.reset();
}

} // namespace gpufft
