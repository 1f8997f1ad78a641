/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/samples/captures.h"
#include "recordings/samples/sample_source.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

constexpr double CLOCK_DRIFT = 1e-4;
constexpr double NS = 1e9;

//! Where the samples so far lead to.
struct position {
    std::optional<double> centre_hz;
    std::optional<utc_time> time; // that was given last, and at which sample
    std::int64_t time_at = 0;
    std::optional<std::int64_t> index;
    std::int64_t index_at = 0;

    void take(const capture& c)
    {
        // What a capture does not say stays as it was.
        if (c.centre_hz)
            centre_hz = c.centre_hz;
        if (c.time) {
            time = c.time;
            time_at = c.start;
        }
        if (c.global_index) {
            index = c.global_index;
            index_at = c.start;
        }
    }
};

double ns_of(std::int64_t samples, double samp_rate_hz)
{
    return static_cast<double>(samples) / samp_rate_hz * NS;
}

bool is_elsewhere_in_time(const position& p, const capture& c, double samp_rate_hz)
{
    if (!p.time || !c.time)
        return false;
    const double passed = ns_of(c.start - p.time_at, samp_rate_hz);
    const double given =
        static_cast<double>(c.time->ns) - static_cast<double>(p.time->ns);
    const double unit = static_cast<double>(std::max(c.time->unit_ns, p.time->unit_ns));
    const double allowed = unit + ns_of(1, samp_rate_hz) + CLOCK_DRIFT * passed;
    return std::abs(given - passed) > allowed;
}

bool is_new_segment(const position& p, const capture& c, double samp_rate_hz)
{
    if (c.centre_hz && c.centre_hz != p.centre_hz)
        return true;
    if (p.index && c.global_index && *c.global_index - *p.index != c.start - p.index_at)
        return true;
    return is_elsewhere_in_time(p, c, samp_rate_hz);
}

segment begin_at(std::int64_t start, const position& p, double samp_rate_hz)
{
    segment s;
    s.start = start;
    s.centre_hz = p.centre_hz;
    if (p.time)
        s.utc_ns = p.time->ns + static_cast<std::int64_t>(
                                    std::llround(ns_of(start - p.time_at, samp_rate_hz)));
    return s;
}

} // namespace

std::vector<segment> segments_of(const std::vector<capture>& captures,
                                 std::int64_t samples,
                                 double samp_rate_hz)
{
    std::vector<segment> all;
    position now;
    for (const auto& each : captures) {
        const bool begins = all.empty() || is_new_segment(now, each, samp_rate_hz);
        if (all.empty() && each.start > 0)
            all.push_back(begin_at(0, now, samp_rate_hz));
        // A time behind a gap has nothing to do with the one before.
        if (begins && !each.time)
            now.time.reset();
        now.take(each);
        if (begins)
            all.push_back(begin_at(each.start, now, samp_rate_hz));
    }
    if (all.empty())
        all.push_back(begin_at(0, now, samp_rate_hz));
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        all[i].count = all[i + 1].start - all[i].start;
    all.back().count =
        samples == sample_source::UNKNOWN ? samples : samples - all.back().start;
    all.erase(std::remove_if(
                  all.begin(), all.end(), [](const segment& s) { return s.count == 0; }),
              all.end());
    return all;
}

} // namespace gpufft
