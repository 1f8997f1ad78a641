/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/channelizer_shape.h"
#include "math/divided_up.h"
#include "math/roots.h"
#include "plan/request/refuse.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpufft {

namespace {

// A rate that is said as a float is off by 6e-8 of it, and so is channels / rate: 0.004
// at a hop of 2^16.
constexpr double RATE_ROUNDING = 1e-5;
constexpr std::int64_t MOST_ROW = MAX_LENGTH;

} // namespace

void check_channels(std::int64_t channels)
{
    if (channels < 1 || channels > MOST_CHANNELS)
        refuse(
            "a filter bank has 1 .. {} (2^16) channels, got {}", MOST_CHANNELS, channels);
}

void check_prototype(const std::vector<double>& taps, std::int64_t points)
{
    const auto most = MOST_ROW - 2 * points;
    const auto count = static_cast<std::int64_t>(taps.size());
    if (count < 1 || count > most)
        refuse(
            "a filter bank's prototype has 1 .. {} taps, got {}; firdes.low_pass(1, {}, "
            "0.5, 0.1) would suit {} channels",
            most,
            count,
            points,
            points);
    for (std::size_t i = 0; i < taps.size(); ++i)
        if (!std::isfinite(taps[i]))
            refuse("tap {} of {} is not finite; outputs would all be NaN", i, count);
}

std::int64_t hop_of(std::int64_t channels, double oversample_rate)
{
    check_channels(channels);
    const double hop = static_cast<double>(channels) / oversample_rate;
    if (!(hop >= 1 - RATE_ROUNDING && hop <= static_cast<double>(channels)) ||
        std::abs(hop - std::round(hop)) > RATE_ROUNDING * std::max(1.0, hop / 100))
        refuse("the oversampling rate must be {0} / i for an i from 1 to {0}, the "
               "channels, so that an output comes every i samples; got {1}",
               channels,
               oversample_rate);
    return std::llround(hop);
}

void validate(const channelizer_request& request)
{
    check_channels(request.channels);
    check_prototype(request.taps, request.channels);
    if (request.hop < 1 || request.hop > request.channels)
        refuse("an output comes every 1 .. {} samples, as many as there are channels, "
               "got {}",
               request.channels,
               request.hop);
    const auto group = std::lcm(request.channels, request.hop);
    if (group > MAX_LENGTH)
        refuse("{} channels with an output every {} samples repeat after {} samples, and "
               "at most {} (2^27) may: choose an oversampling rate whose i has a factor "
               "in common with the channels",
               request.channels,
               request.hop,
               group,
               MAX_LENGTH);
}

channelizer_shape::channelizer_shape(const channelizer_request& request)
    : channels(request.channels), hop(request.hop)
{
    ahead = has_turns() ? 0 : channels - 1;
    const auto reach = static_cast<std::int64_t>(request.taps.size()) + ahead;
    taps_per_branch = divided_up(reach, channels);
}

std::int64_t channelizer_shape::period() const
{
    return channels / std::gcd(channels, hop);
}

std::int64_t channelizer_shape::turn(std::int64_t o) const
{
    // As begin(o) + hop + 1, modulo N.
    return has_turns() ? ((o + 2) % channels * hop + 1) % channels : 0;
}

std::vector<std::complex<float>> turning_roots(const channelizer_shape& s)
{
    std::vector<std::complex<float>> roots;
    for (std::int64_t k = 0; k < s.channels; ++k)
        roots.emplace_back(root_of_unity(-k, s.channels));
    return roots;
}

std::vector<std::complex<float>> turns_of(const channelizer_shape& s)
{
    const auto roots = turning_roots(s);
    std::vector<std::complex<float>> turns;
    for (std::int64_t o = 0; o < s.period(); ++o) {
        const auto turn = s.turn(o);
        for (std::int64_t c = 0; c < s.channels; ++c)
            turns.push_back(roots[static_cast<std::size_t>(c * turn % s.channels)]);
    }
    return turns;
}

transform transform_of(const channelizer_shape& s)
{
    transform t(s.channels);
    t.windowed = true;
    t.taps_per_branch = s.taps_per_branch;
    t.input_distance = s.hop;
    t.output_distance = s.channels;
    if (!s.device_turns)
        return t;
    t.store = fmt::format("y * turns[row % {} * {} + k]", s.period(), s.channels);
    t.arguments = { { "turns", argument_kind::complex_buffer, s.period() * s.channels } };
    return t;
}

window_taps window_of(const std::vector<double>& taps, const channelizer_shape& s)
{
    std::vector<double> window(static_cast<std::size_t>(s.row_samples()));
    auto newest = static_cast<std::size_t>(s.row_samples() - 1 - s.ahead);
    for (const auto tap : taps)
        window[newest--] = tap;
    return window;
}

} // namespace gpufft
