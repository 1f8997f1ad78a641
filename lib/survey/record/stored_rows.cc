/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "survey/record/stored_rows.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gpufft {

namespace {

constexpr double NS = 1e9;
// Times are whole nanoseconds, from which those of rows in a segment may differ by
// rounding.
constexpr std::int64_t ROUNDING_NS = 2;

// No recording has as many samples, and sums of two such numbers are numbers, too.
constexpr std::int64_t MOST_SAMPLES = std::int64_t(1) << 62;

std::int64_t ns_of(double samples, double samp_rate_hz)
{
    constexpr double MOST = 9e18;
    return std::llround(std::min(samples / samp_rate_hz * NS, MOST));
}

[[noreturn]] void refuse_damage(const stored_group& g, const std::string& reason)
{
    throw survey_error(fmt::format("{} {}: it is damaged", g.folder(), reason));
}

void check_count(const stored_group& g,
                 std::size_t rows,
                 std::size_t count,
                 const char* values)
{
    if (count != rows)
        refuse_damage(g, fmt::format("has {} rows and {} {}", rows, count, values));
}

void check_samples(const stored_group& g, const std::vector<std::int64_t>& samples)
{
    std::int64_t least = 0;
    for (const auto each : samples) {
        if (each < least || each > MOST_SAMPLES)
            refuse_damage(g,
                          fmt::format("has a row whose first sample is {}, not {} .. {}",
                                      each,
                                      least,
                                      MOST_SAMPLES));
        least = each + 1;
    }
}

//! When the first sample is of a row whose middle is at \p middle_ns.
std::int64_t
utc_of_first(const stored_group& g, std::int64_t middle_ns, std::int64_t half_ns)
{
    std::int64_t utc_ns = 0;
    if (__builtin_sub_overflow(middle_ns, half_ns, &utc_ns))
        refuse_damage(g, fmt::format("has a row at {} ns", middle_ns));
    return utc_ns;
}

//! The time of \p s is \p passed_ns behind that of \p last, up to rounding.
bool follows_in_time(const segment& s, const segment& last, std::int64_t passed_ns)
{
    std::int64_t off = 0;
    if (__builtin_sub_overflow(*s.utc_ns, *last.utc_ns, &off) ||
        __builtin_sub_overflow(off, passed_ns, &off))
        return false;
    return off >= -ROUNDING_NS && off <= ROUNDING_NS;
}

} // namespace

stored_rows stored_rows_of(const stored_group& g,
                           double samp_rate_hz,
                           std::int64_t length,
                           std::int64_t hop,
                           std::int64_t frames_per_row)
{
    stored_rows found;
    const auto samples = g.axis_integers("sample");
    found.has_utc = g.has_utc();
    const auto times =
        found.has_utc ? g.axis_integers("time") : std::vector<std::int64_t>();
    const auto& centres = g.centres_hz();
    found.rows = static_cast<std::int64_t>(samples.size());
    if (found.has_utc)
        check_count(g, samples.size(), times.size(), "times");
    if (!centres.empty())
        check_count(g, samples.size(), centres.size(), "center frequencies");
    check_samples(g, samples);
    const auto row_samples =
        saturated_sum(saturated_product(frames_per_row - 1, hop), length);
    const auto step = saturated_product(frames_per_row, hop);
    const auto half_ns = ns_of(0.5 * static_cast<double>(row_samples), samp_rate_hz);
    std::int64_t in_segment = 0;
    for (std::size_t row = 0; row < samples.size(); ++row) {
        segment s;
        s.start = samples[row];
        if (!centres.empty())
            s.centre_hz = centres[row];
        if (found.has_utc)
            s.utc_ns = utc_of_first(g, times[row], half_ns);
        if (!found.segments.empty()) {
            const auto& last = found.segments.back();
            const auto passed = saturated_product(in_segment, step);
            const bool goes_on =
                s.centre_hz == last.centre_hz && s.start - last.start == passed &&
                (!s.utc_ns ||
                 follows_in_time(
                     s, last, ns_of(static_cast<double>(passed), samp_rate_hz)));
            if (goes_on) {
                ++in_segment;
                found.segments.back().count = saturated_sum(passed, row_samples);
                continue;
            }
        }
        in_segment = 1;
        s.count = row_samples;
        found.segments.push_back(s);
    }
    return found;
}

} // namespace gpufft
