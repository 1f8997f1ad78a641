/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/derived/derived.h"
#include "survey/derived/event_file.h"
#include "survey/derived/zoom_levels.h"
#include <boost/filesystem.hpp>

namespace gpufft {

namespace {

constexpr int MOST_LEVELS = 63; // each has half the rows, of which there are below 2^63

bool are_rows_done(const recording_group& group)
{
    for (std::int64_t chunk = 0; chunk < group.chunks(); ++chunk)
        if (!group.is_done(chunk))
            return false;
    return true;
}

} // namespace

void write_derived(const whole_files& with,
                   const surveyed_channel& c,
                   const survey_settings& settings,
                   const std::atomic<bool>& stops)
{
    for (const auto& each : c.voltages)
        each->finish(with);
    if ((!settings.has_zoom_levels && !settings.event_rate) || !are_rows_done(*c.group))
        return;
    if (settings.has_zoom_levels)
        write_zoom_levels(with, c, settings, stops);
    if (settings.event_rate)
        write_events(with, c, settings, stops);
}

void forget_derived(const recording_group& group)
{
    namespace fs = boost::filesystem;
    boost::system::error_code ignored;
    fs::remove(group.folder() + "/" + EVENT_FILE, ignored);
    // A process that was killed here may have left levels above one that is missing.
    for (int level = 1; level <= MOST_LEVELS; ++level)
        fs::remove_all(group.folder() + "/" + zoom_folder(level), ignored);
}

} // namespace gpufft
