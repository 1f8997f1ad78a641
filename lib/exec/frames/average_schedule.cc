/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/average_schedule.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

//! The least whole number that is not below count * frame_rate / rate. Rates such as 0.1
//! are no binary fractions, so what rounding alone lifts above a whole number is that.
double frames_of(double count, double frame_rate_hz, double rate_hz)
{
    const double exact = count * frame_rate_hz / rate_hz;
    const double nearest = std::round(exact);
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * exact;
    return std::abs(exact - nearest) <= rounding ? nearest : std::ceil(exact);
}

//! Averages end after the same frames.
bool is_same_rhythm(const average_schedule::settings& a,
                    const average_schedule::settings& b)
{
    if (a.rate_hz > 0 || b.rate_hz > 0)
        return a.rate_hz == b.rate_hz && a.frame_rate_hz == b.frame_rate_hz;
    return a.frames == b.frames;
}

} // namespace

void average_schedule::change(const settings& s)
{
    const bool is_other = s.how != d_settings.how;
    const bool is_other_rhythm = !is_same_rhythm(s, d_settings);
    d_settings = s;
    if (is_other) // sums, shares and extremes do not go on from each other
        d_accumulated = 0;
    if (is_other || is_other_rhythm) {
        d_seen = 0;
        d_ended = 0;
    }
}

void average_schedule::restart()
{
    d_seen = 0;
    d_ended = 0;
    d_accumulated = 0;
}

bool average_schedule::restarts() const
{
    const bool is_extreme =
        d_settings.how == average::highest || d_settings.how == average::lowest;
    return d_settings.how == average::mean || (is_extreme && d_settings.frames > 0);
}

double average_schedule::keep() const
{
    if (d_settings.how != average::exponential)
        return 1;
    return std::exp(-1 / (d_settings.frame_rate_hz * d_settings.seconds));
}

std::uint64_t average_schedule::period() const
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(1, d_settings.frames));
}

std::size_t average_schedule::frames_to_end() const
{
    if (d_settings.rate_hz > 0) {
        const double end = frames_of(static_cast<double>(d_ended + 1),
                                     d_settings.frame_rate_hz,
                                     d_settings.rate_hz);
        const double left = end - static_cast<double>(d_seen);
        return left <= 1 ? 1 : static_cast<std::size_t>(std::min(left, 1e18));
    }
    const auto frames = period();
    // An average that was changed to fewer frames than it already has ends at once.
    if (restarts())
        return d_accumulated < frames ? frames - d_accumulated : 1;
    return frames - d_seen % frames;
}

std::vector<std::uint32_t> average_schedule::advance(std::size_t frames,
                                                     std::vector<std::uint64_t>* counts)
{
    std::vector<std::uint32_t> ends;
    if (counts)
        counts->clear();
    const bool begins_anew = restarts();
    const std::size_t every = period();
    const auto take = [&](std::size_t some) {
        d_seen += some;
        d_accumulated += some;
    };
    std::size_t done = 0;
    auto to_end = frames_to_end();
    ends.reserve(frames / std::min(every, to_end) + 1);
    while (to_end <= frames - done) {
        take(to_end);
        done += to_end;
        ++d_ended;
        ends.push_back(static_cast<std::uint32_t>(done));
        if (counts)
            counts->push_back(d_accumulated);
        if (begins_anew)
            d_accumulated = 0;
        // There are millions of short frames a second.
        to_end = d_settings.rate_hz > 0 ? frames_to_end() : every;
    }
    take(frames - done);
    return ends;
}

} // namespace gpufft
