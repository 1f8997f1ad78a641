/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/receiver_shape.h"
#include "math/factor.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gpufft {

namespace {

// Rates come as decimal numbers; one sample in 10^9 more or less is the same rate.
constexpr double RATE_ROUNDING = 1e-9;
constexpr double LONGEST_TIME = 60; // seconds
constexpr int MOST_OVERLAP = 64;
// Blocks may be so many times longer or shorter than asked, for a faster length.
constexpr double FREEDOM = 1.3;
constexpr std::int64_t MOST_LENGTHS = 4096; // that are looked at

//! The smallest denominator of a fraction that \p ratio is, by its continued fraction; 0:
//! none up to \p most.
std::int64_t denominator_of(double ratio, std::int64_t most)
{
    double rest = ratio;
    std::int64_t before = 0, now = 1;
    for (int i = 0; i < 64; ++i) {
        const double whole = std::floor(rest);
        if (i > 0) {
            const double next =
                whole * static_cast<double>(now) + static_cast<double>(before);
            if (next > static_cast<double>(most))
                return 0;
            before = now;
            now = static_cast<std::int64_t>(next);
        }
        const double numerator = std::round(ratio * static_cast<double>(now));
        if (std::abs(numerator / static_cast<double>(now) - ratio) <=
            RATE_ROUNDING * ratio)
            return now;
        rest = 1 / (rest - whole);
    }
    return 0;
}

void check_rate(double rate, double samp_rate)
{
    if (!(rate > 0 && rate <= samp_rate))
        refuse("a channel's rate must be above 0 and at most {} Hz, the rate of the "
               "samples; got {}",
               samp_rate,
               rate);
}

//! Samples that all rates of \p request have a whole number of outputs for.
std::int64_t common_samples(const receiver_request& request)
{
    const auto most = LONGEST_BLOCK / request.overlap;
    std::int64_t common = 1;
    for (const auto rate : request.rates) {
        check_rate(rate, request.samp_rate);
        const auto samples = denominator_of(rate / request.samp_rate, most);
        const auto together = samples ? std::lcm(common, samples) : most + 1;
        if (together > most)
            refuse("rate {} Hz has no whole number of outputs in {} samples at {} Hz{}, "
                   "the most that a block with an overlap of {} repeats; choose a rate "
                   "that is a simple fraction of the sample rate, such as {} Hz",
                   rate,
                   most,
                   request.samp_rate,
                   common > 1 ? " beside the other rates" : "",
                   request.overlap,
                   request.samp_rate / std::ceil(request.samp_rate / rate));
        common = together;
    }
    return common;
}

//! Time of a point of a transform of \p length points, about: radices of 2 cost least.
double cost_of_point(std::int64_t length)
{
    double cost = 4; // its way through memory
    for (const auto prime : prime_factors(length))
        cost +=
            prime == 2 ? 1.0 : 0.9 * std::log2(prime) + 0.15 * static_cast<double>(prime);
    return cost;
}

} // namespace

std::int64_t receiver_shape::steps_of(double rate) const
{
    check_rate(rate, samp_rate);
    const double steps = rate / rate_step();
    const double nearest = std::round(steps);
    if (nearest >= 1 && std::abs(steps - nearest) <= RATE_ROUNDING * steps)
        return static_cast<std::int64_t>(nearest);
    const auto below = static_cast<std::int64_t>(std::floor(steps));
    if (below < 1)
        refuse("rate {} Hz does not fit blocks that repeat {} samples: the least is {} "
               "Hz; name it among the rates that the block is made with",
               rate,
               repeated,
               rate_step());
    refuse(
        "rate {} Hz does not fit blocks that repeat {} samples: rates are multiples of "
        "{} Hz, the nearest are {} and {} Hz; or name it among the rates that the "
        "block is made with",
        rate,
        repeated,
        rate_step(),
        rate_of(below),
        rate_of(std::min(below + 1, repeated)));
}

receiver_shape choose_shape(const receiver_request& request)
{
    if (!(request.samp_rate > 0) || !std::isfinite(request.samp_rate))
        refuse("samp_rate must be above 0 Hz, got {}", request.samp_rate);
    if (!(request.block_time > 0 && request.block_time <= LONGEST_TIME))
        refuse("block_time must be above 0 and at most {} s, got {}; 0.02 is usual",
               LONGEST_TIME,
               request.block_time);
    if (request.overlap < 2 || request.overlap > MOST_OVERLAP)
        refuse(
            "overlap must be 2 .. {}, got {}; with 5 a fifth of each block repeats the "
            "one before",
            MOST_OVERLAP,
            request.overlap);
    const auto common = common_samples(request);
    const double wanted = request.samp_rate * request.block_time / (request.overlap - 1);
    const auto most = LONGEST_BLOCK / request.overlap;
    if (wanted > static_cast<double>(most) * FREEDOM)
        refuse(
            "a block of {} s has {} points at {} Hz, and at most {} (2^24) may; choose "
            "a block_time of {}",
            request.block_time,
            wanted * request.overlap,
            request.samp_rate,
            LONGEST_BLOCK,
            static_cast<double>(most) * (request.overlap - 1) / request.samp_rate);
    receiver_shape best;
    best.samp_rate = request.samp_rate;
    best.overlap = request.overlap;
    const double times = std::max(wanted / static_cast<double>(common), 1.0);
    // A block that is nearly too long has at least one length to choose from.
    const auto first =
        std::clamp<std::int64_t>(std::llround(times / FREEDOM), 1, most / common);
    const auto last = std::max(std::llround(times * FREEDOM), std::llround(times));
    const auto step = std::max<std::int64_t>(1, (last - first) / MOST_LENGTHS);
    double least = std::numeric_limits<double>::infinity();
    for (auto m = first; m <= last; m += step) {
        const auto repeated = common * m;
        if (repeated > most)
            break;
        const double cost =
            cost_of_point(repeated * request.overlap) *
            (1 + 0.2 * std::abs(std::log(static_cast<double>(m) / times)));
        if (cost < least) {
            least = cost;
            best.repeated = repeated;
        }
    }
    return best;
}

transform transform_of(const receiver_shape& s)
{
    transform t(s.length());
    t.input_distance = s.hop();
    t.output_distance = s.length();
    return t;
}

transform inverse_of(std::int64_t points)
{
    transform t(points);
    t.dir = direction::inverse;
    return t;
}

} // namespace gpufft
