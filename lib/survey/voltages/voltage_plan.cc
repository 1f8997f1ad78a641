/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/kaiser_step.h"
#include "exec/receivers/tuned_channel.h"
#include "plan/request/refuse.h"
#include "survey/voltages/voltage_plan.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpufft {

namespace {

// One point in so many repeats the block before: blocks are short for the filters'
// length.
constexpr int BLOCK_OVERLAP = 5;
// Shorter filters cost no less.
constexpr double LEAST_FILTER_SAMPLES = 1024;
// choose_shape() may take a length that is so much shorter.
constexpr double SHAPE_FREEDOM = 1.5;
// A channel of a bank is attenuated by 100 dB from a transition on that is 0.4 of its
// width (Kaiser 1974: 7.95 + 14.36 taps_per_branch D); half of them before the middle.
constexpr std::int64_t BANK_TAPS_PER_BRANCH = 16;
constexpr double BANK_BETA = 10;
// Edges, in widths of a channel from its middle: where half the amplitude passes.
constexpr double EDGE_SIDE_BY_SIDE = 0.5, EDGE_OVERLAPPING = 0.75;
// Samples of a step of a bank, about.
constexpr std::int64_t BANK_STEP = std::int64_t(1) << 16;

//! Samples of the longest filter that \p bands need at \p samp_rate_hz.
double filter_samples(const std::vector<voltage_band>& bands, double samp_rate_hz)
{
    const double reach = kaiser_reach(channel_settings::DEFAULT_BETA);
    const double most = static_cast<double>(LONGEST_BLOCK) / BLOCK_OVERLAP;
    double longest = LEAST_FILTER_SAMPLES;
    for (const auto& b : bands) {
        if (b.rate_hz > samp_rate_hz)
            refuse("--voltages {}: its rate must be at most that of the samples, {}, got "
                   "{}",
                   b.name,
                   samp_rate_hz,
                   b.rate_hz);
        const double room = (b.rate_hz - b.actual_width_hz()) / 2;
        const double samples = SHAPE_FREEDOM * samp_rate_hz * reach / room;
        if (samples > most)
            refuse(
                "--voltages {}: a filter whose edges have {} Hz takes {:.0f} samples at "
                "{} Hz, and {:.0f} are the most; choose a narrower width, or a higher "
                "rate",
                b.name,
                room,
                samples,
                samp_rate_hz,
                most);
        longest = std::max(longest, samples);
    }
    return longest;
}

receiver_shape shape_of(const std::vector<voltage_band>& bands, double samp_rate_hz)
{
    receiver_request request;
    request.samp_rate = samp_rate_hz;
    request.overlap = BLOCK_OVERLAP;
    request.block_time =
        filter_samples(bands, samp_rate_hz) * (BLOCK_OVERLAP - 1) / samp_rate_hz;
    for (const auto& b : bands)
        request.rates.push_back(b.rate_hz);
    // So that filters are late by whole samples.
    request.rates.push_back(samp_rate_hz / 2);
    return choose_shape(request);
}

//! The middle of what was received in \p s: of real samples 0 Hz.
double centre_of(const recording& of, const segment& s)
{
    return of.is_complex ? s.centre_hz.value_or(0) : 0;
}

bool lies_in(const voltage_band& b, const recording& of, const segment& s)
{
    const double half_width = b.actual_width_hz() / 2;
    const double low = b.centre_hz - half_width - centre_of(of, s);
    const double high = b.centre_hz + half_width - centre_of(of, s);
    return low >= (of.is_complex ? -of.samp_rate_hz / 2 : 0) &&
           high <= of.samp_rate_hz / 2;
}

voltage_plan plan_of_bands(const std::vector<voltage_band>& bands,
                           const recording& of,
                           const std::vector<segment>& segments)
{
    voltage_plan p;
    p.folder = "voltages";
    p.samp_rate_hz = of.samp_rate_hz;
    p.is_complex = of.is_complex;
    p.bands = bands;
    p.shape = shape_of(bands, of.samp_rate_hz);
    std::vector<voltage_stream> streams;
    for (const auto& b : bands) {
        voltage_stream s;
        s.name = b.name;
        const auto steps = p.shape.steps_of(b.rate_hz);
        s.rate_hz = p.shape.rate_of(steps);
        s.passband_hz = b.actual_width_hz();
        s.step_outputs = p.shape.outputs_of(steps);
        for (const auto& each : segments)
            s.centres_hz.push_back(lies_in(b, of, each) ? std::optional(b.centre_hz)
                                                        : std::nullopt);
        streams.push_back(std::move(s));
    }
    p.layout = voltage_layout(segments, std::move(streams), p.shape.hop());
    if (p.layout.chunks() == 0)
        refuse("none of the bands of --voltages lies in what was received");
    return p;
}

//! A sinc under Kaiser's window, around tap taps / 2, whose sum is 1.
std::vector<double> bank_taps(std::int64_t channels, double edge)
{
    const auto middle = BANK_TAPS_PER_BRANCH / 2 * channels;
    std::vector<double> taps;
    for (auto n = -middle; n <= middle; ++n) {
        const double x = static_cast<double>(n) / static_cast<double>(middle);
        const double turns =
            2 * edge * static_cast<double>(n) / static_cast<double>(channels);
        const double sinc = n == 0 ? 1 : std::sin(M_PI * turns) / (M_PI * turns);
        taps.push_back(sinc * std::cyl_bessel_i(0.0, BANK_BETA * std::sqrt(1 - x * x)));
    }
    const double sum = std::accumulate(taps.begin(), taps.end(), 0.0);
    for (auto& each : taps)
        each /= sum;
    return taps;
}

//! "channel007": of so many digits that names sort by their numbers.
std::string channel_name(std::int64_t number, std::int64_t channels)
{
    const auto digits = fmt::format("{}", channels - 1).size();
    return fmt::format("channel{:0{}}", number, digits);
}

voltage_plan plan_of_bank(const voltage_settings& s,
                          const recording& of,
                          const std::vector<segment>& segments)
{
    voltage_plan p;
    p.folder = "channels";
    p.samp_rate_hz = of.samp_rate_hz;
    p.is_complex = of.is_complex;
    p.bank.channels = s.channels;
    p.bank.hop = s.channels / s.oversampling;
    const double edge = s.oversampling == 1 ? EDGE_SIDE_BY_SIDE : EDGE_OVERLAPPING;
    p.bank.taps = bank_taps(s.channels, edge);
    const auto step = std::max<std::int64_t>(1, BANK_STEP / s.channels) * s.channels;
    const double width = of.samp_rate_hz / static_cast<double>(s.channels);
    // Channels of real samples above half the rate are the others' mirror images.
    const auto count = of.is_complex ? s.channels : s.channels / 2 + 1;
    std::vector<voltage_stream> streams;
    for (std::int64_t c = 0; c < count; ++c) {
        voltage_stream each;
        each.name = channel_name(c, s.channels);
        each.rate_hz = width * static_cast<double>(s.oversampling);
        each.passband_hz = 2 * edge * width;
        each.step_outputs = step / p.bank.hop;
        // In order of frequency, lowest first.
        const auto off = of.is_complex ? c - s.channels / 2 : c;
        for (const auto& in : segments)
            each.centres_hz.emplace_back(centre_of(of, in) +
                                         static_cast<double>(off) * width);
        streams.push_back(std::move(each));
    }
    p.layout = voltage_layout(segments, std::move(streams), step);
    return p;
}

} // namespace

double voltage_plan::offset_hz(std::size_t stream, std::size_t segment) const
{
    const auto& from = layout.segments()[segment];
    return *layout.streams()[stream].centres_hz[segment] -
           (is_complex ? from.centre_hz.value_or(0) : 0);
}

void voltage_plan::end_after(std::int64_t samples)
{
    auto segments = layout.segments();
    segments.back().count = samples;
    layout = voltage_layout(std::move(segments), layout.streams(), layout.step_samples());
}

std::vector<voltage_plan>
plans_of(const voltage_settings& s, const recording& of, const channel_choice& c)
{
    auto segments = of.segments_of(c);
    for (auto& each : segments)
        if (each.count == sample_source::UNKNOWN)
            each.count = voltage_layout::NO_END;
    std::vector<voltage_plan> all;
    if (!s.bands.empty())
        all.push_back(plan_of_bands(s.bands, of, segments));
    if (s.channels > 0)
        all.push_back(plan_of_bank(s, of, segments));
    return all;
}

} // namespace gpufft
