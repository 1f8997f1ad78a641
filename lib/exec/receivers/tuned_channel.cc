/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/kaiser_step.h"
#include "exec/receivers/tuned_channel.h"
#include "math/host_fft.h"
#include "math/roots.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

constexpr double HIGHEST_BETA = 40; // a stopband at -370 dB: I0 is far from overflow
// Edges that are computed by others are as good as their last digits.
constexpr double EDGE_ROUNDING = 1e-9;
// From so many products on, all bins of a block are transformed for those of a channel.
constexpr double MANY_PRODUCTS = 4e6;
// What a filter lets through where its rate ends comes back in all that it passes.
constexpr double MOST_AT_THE_END = 0.1;

void check_finite(const char* name, double value)
{
    if (!std::isfinite(value))
        refuse("{} must be a finite number, got {}", name, value);
}

double whole_turns_off(double turns) { return turns - std::floor(turns); }

//! Fills in the edges where there are none; what does not fit is refused.
void check_edges(channel_settings& c, const receiver_shape& s)
{
    if (!(c.beta >= 0 && c.beta <= HIGHEST_BETA))
        refuse("beta must be 0 .. {}, got {}; 11 has a stopband at -110 dB",
               HIGHEST_BETA,
               c.beta);
    const double reach = kaiser_reach(c.beta) / s.filter_time();
    const double widest = c.rate / 2 - reach;
    if (widest <= 0)
        refuse("at a rate of {} Hz a filter with beta {} has no passband: its edges take "
               "{} Hz each with a filter of {} s; choose a rate above {} Hz, or blocks "
               "with a longer block_time",
               c.rate,
               c.beta,
               reach,
               s.filter_time(),
               2 * reach);
    if (c.low == 0 && c.high == 0) {
        c.low = -widest;
        c.high = widest;
    }
    if (!(c.low < c.high))
        refuse("low must be below high, got {} and {} Hz", c.low, c.high);
    if (std::max(-c.low, c.high) > widest * (1 + EDGE_ROUNDING))
        refuse(
            "edges {} and {} Hz do not fit a rate of {} Hz: with beta {} they fit from "
            "{} to {} Hz; or choose a rate of {} Hz or more",
            c.low,
            c.high,
            c.rate,
            c.beta,
            -widest,
            widest,
            2 * (std::max(-c.low, c.high) + reach));
}

void check_taps(const channel_settings& c, const receiver_shape& s)
{
    const auto most = static_cast<std::size_t>(s.repeated) + 1;
    if (c.taps.size() > most)
        refuse("blocks that repeat {} samples have filters of at most {} taps, got {}; "
               "choose a longer block_time",
               s.repeated,
               most,
               c.taps.size());
    for (std::size_t i = 0; i < c.taps.size(); ++i)
        if (!std::isfinite(c.taps[i].real()) || !std::isfinite(c.taps[i].imag()))
            refuse(
                "tap {} of {} is not finite; outputs would all be NaN", i, c.taps.size());
}

void check_band(const channel_settings& c, const receiver_shape& s)
{
    const double half = s.samp_rate / 2;
    const double room = half * (1 + EDGE_ROUNDING);
    if (c.frequency + c.low < -room || c.frequency + c.high > room)
        refuse("a channel from {} to {} Hz is outside the band, which goes from {} to {} "
               "Hz off its middle",
               c.frequency + c.low,
               c.frequency + c.high,
               -half,
               half);
}

} // namespace

tuned_channel::tuned_channel(const channel_settings& settings, const receiver_shape& s)
    : d_settings(settings)
{
    auto& c = d_settings;
    check_finite("frequency", c.frequency);
    check_finite("rate", c.rate);
    check_finite("low", c.low);
    check_finite("high", c.high);
    const auto steps = s.steps_of(c.rate);
    c.rate = s.rate_of(steps);
    if (c.taps.empty())
        check_edges(c, s);
    else
        check_taps(c, s);
    check_band(c, s);
    d_points = s.points_of(steps);
    d_outputs = s.outputs_of(steps);

    const auto length = static_cast<double>(s.length());
    d_centre = std::llround(c.frequency * length / s.samp_rate);
    // In long double: of a frequency of MHz, double has no digits below 10^-9 Hz left.
    d_off = static_cast<double>(static_cast<long double>(c.frequency) -
                                static_cast<long double>(s.samp_rate) *
                                    static_cast<long double>(d_centre) / length);
    d_drift = d_off / c.rate;
    const auto in_block = root_turns(d_centre % s.overlap * (s.overlap - 1), s.overlap);
    d_advance =
        whole_turns_off(in_block + d_off * static_cast<double>(s.hop()) / s.samp_rate);
    d_lead = root_turns(d_centre, s.overlap);
    d_length = s.length();
    d_samp_rate = s.samp_rate;
    fill_weights(s);
}

double tuned_channel::root_turns(std::int64_t k, std::int64_t n)
{
    return static_cast<double>(((k % n) + n) % n) / static_cast<double>(n);
}

double tuned_channel::turns_at(double sample) const
{
    const auto bins = std::fmod(static_cast<long double>(d_centre) * sample,
                                static_cast<long double>(d_length));
    const auto off = std::fmod(static_cast<long double>(d_off) * sample,
                               static_cast<long double>(d_samp_rate));
    return whole_turns_off(static_cast<double>(bins / static_cast<long double>(d_length) +
                                               off / d_samp_rate));
}

//! The filter at the bins from first() on, as if its middle were at time 0.
std::vector<std::complex<double>> tuned_channel::response(const receiver_shape& s) const
{
    const auto count = static_cast<std::size_t>(d_points);
    const double time = s.filter_time();
    const double begin = static_cast<double>(first()) * s.bin_width() - d_off;
    const double step = 1 / static_cast<double>(s.overlap); // bin_width() * time
    const auto at = [&](double edge) {
        return kaiser_step(d_settings.beta, (begin - edge) * time, step, count);
    };
    const auto above_low = at(d_settings.low), above_high = at(d_settings.high);
    std::vector<std::complex<double>> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = above_low[i] - above_high[i];
    return values;
}

//! The response of the caller's taps: sum of tap l exp(-2 pi i f (l - middle) /
//! samp_rate).
std::vector<std::complex<double>>
tuned_channel::response_of_taps(const receiver_shape& s) const
{
    const auto& taps = d_settings.taps;
    const auto count = static_cast<std::size_t>(d_points);
    const double middle = (static_cast<double>(taps.size()) - 1) / 2;
    const auto turned = [&](double turns) { return std::polar(1.0, -2 * M_PI * turns); };
    const double of_a_bin = 1 / static_cast<double>(s.length());
    const double begin = static_cast<double>(first()) * of_a_bin - d_off / s.samp_rate;
    std::vector<std::complex<double>> values(count);
    const double products = static_cast<double>(count) * static_cast<double>(taps.size());
    if (products < MANY_PRODUCTS) {
        for (std::size_t l = 0; l < taps.size(); ++l) {
            const double time = static_cast<double>(l) - middle;
            const auto turn = turned(of_a_bin * time);
            auto term = taps[l] * turned(begin * time);
            for (auto& value : values) {
                value += term;
                term *= turn;
            }
        }
        return values;
    }
    std::vector<std::complex<double>> all(static_cast<std::size_t>(s.length()));
    for (std::size_t l = 0; l < taps.size(); ++l)
        all[l] = taps[l] * turned(begin * static_cast<double>(l));
    all = host_fft(std::move(all));
    for (std::size_t i = 0; i < count; ++i) {
        const double frequency = begin + static_cast<double>(i) * of_a_bin;
        values[i] = all[i] * turned(-frequency * middle);
    }
    return values;
}

void tuned_channel::fill_weights(const receiver_shape& s)
{
    const auto values = d_settings.taps.empty() ? response(s) : response_of_taps(s);
    if (!d_settings.taps.empty() && d_settings.rate < s.samp_rate) {
        double most = 0;
        for (const auto& value : values)
            most = std::max(most, std::abs(value));
        const double end = std::max(std::abs(values.front()), std::abs(values.back()));
        if (end > MOST_AT_THE_END * most)
            refuse("the taps pass {:.3g} of what they pass at most where the rate ends, "
                   "{} Hz off the channel's frequency, and {} of it may; choose a higher "
                   "rate or taps that pass less",
                   end / most,
                   d_settings.rate / 2,
                   MOST_AT_THE_END);
    }
    d_weights.resize(values.size());
    const double scale = 1 / static_cast<double>(s.length());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto k = first() + static_cast<std::int64_t>(i);
        // Half of the repeated samples: k / length of a turn for each.
        const auto delay =
            root_of_unity(-(d_centre + k) % (2 * s.overlap), 2 * s.overlap);
        const auto place = static_cast<std::size_t>((k + d_points) % d_points);
        d_weights[place] = std::complex<float>(scale * delay * values[i]);
    }
}

} // namespace gpufft
