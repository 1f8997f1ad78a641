/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/stored_events.h"
#include "survey/store/json_file.h"
#include <fmt/format.h>
#include <algorithm>

namespace gpufft {

bool has_events(const stored_group& g)
{
    return contents_of(g.folder() + "/" + EVENT_FILE).has_value();
}

nlohmann::ordered_json events_of(const stored_group& g)
{
    const auto path = g.folder() + "/" + EVENT_FILE;
    if (!has_events(g))
        throw survey_error(
            fmt::format("{} is not there: gpufft process --events 1e-6 makes "
                        "it, when all rows are done",
                        path));
    const auto all = json_in(path).value("annotations", nlohmann::ordered_json());
    const bool is_good =
        all.is_array() && std::all_of(all.begin(), all.end(), [](const auto& each) {
            return each.is_object() &&
                   each.value("core:comment", nlohmann::ordered_json("")).is_string();
        });
    if (!is_good)
        throw survey_error(
            fmt::format("{} is damaged: annotations must be an array of objects", path));
    return all;
}

sample_times::sample_times(const stored_group& g)
    : d_group(g), d_firsts(g.axis_numbers("sample"))
{
    if (d_firsts.size() != g.seconds().size())
        throw survey_error(
            fmt::format("{}/.zmetadata is damaged: it has {} times and {} first samples",
                        g.folder(),
                        g.seconds().size(),
                        d_firsts.size()));
}

double sample_times::seconds_of(double sample) const
{
    const double rate = d_group.number("sample_rate_hz");
    if (d_firsts.empty())
        return sample / rate;
    // From the row that begins with it, or the last before it.
    const auto next = std::upper_bound(d_firsts.begin(), d_firsts.end(), sample);
    const auto row = static_cast<std::size_t>(
        std::max<std::ptrdiff_t>(0, next - d_firsts.begin() - 1));
    const double more = d_group.frame_samples() - d_group.number("hop");
    return d_group.seconds()[row] - 0.5 * (d_group.row_seconds()[row] + more / rate) +
           (sample - d_firsts[row]) / rate;
}

} // namespace gpufft
