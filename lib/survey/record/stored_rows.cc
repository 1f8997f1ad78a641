/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/record/stored_rows.h"
#include <fmt/format.h>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace gpufft {

namespace {

constexpr double NS = 1e9;
// Times are whole nanoseconds, from which those of rows in a segment may differ by
// rounding.
constexpr std::int64_t ROUNDING_NS = 2;

std::int64_t ns_of(double samples, double samp_rate_hz)
{
    return std::llround(samples / samp_rate_hz * NS);
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
    if (found.has_utc && times.size() != samples.size())
        throw survey_error(fmt::format("{} has {} rows and {} times: it is damaged",
                                       g.folder(),
                                       samples.size(),
                                       times.size()));
    const auto row_samples = (frames_per_row - 1) * hop + length;
    const auto step = frames_per_row * hop;
    std::int64_t in_segment = 0;
    for (std::size_t row = 0; row < samples.size(); ++row) {
        segment s;
        s.start = samples[row];
        if (!centres.empty())
            s.centre_hz = centres[row];
        if (found.has_utc)
            s.utc_ns =
                times[row] - ns_of(0.5 * static_cast<double>(row_samples), samp_rate_hz);
        if (!found.segments.empty()) {
            const auto& last = found.segments.back();
            const auto passed = in_segment * step;
            const bool goes_on =
                s.centre_hz == last.centre_hz && s.start == last.start + passed &&
                (!s.utc_ns || std::abs(*s.utc_ns - *last.utc_ns -
                                       ns_of(static_cast<double>(passed),
                                             samp_rate_hz)) <= ROUNDING_NS);
            if (goes_on) {
                ++in_segment;
                found.segments.back().count = passed + row_samples;
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
