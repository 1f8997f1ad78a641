/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/picture_program.h"
#include "apps/files/survey_text.h"
#include "apps/options/printable.h"
#include "recordings/files/utc_time.h"
#include "survey/read/stored_events.h"
#include "survey/read/stored_voltages.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace gpufft::app {

namespace {

std::string bytes_text(double bytes)
{
    const char* const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    std::size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit)
        bytes /= 1024;
    return fmt::format("{:.4g} {}", bytes, units[unit]);
}

std::string value_text(const nlohmann::ordered_json& value)
{
    if (value.is_string())
        return printable(value.get<std::string>());
    if (!value.is_array())
        return printable(value.dump());
    std::vector<std::string> words;
    for (const auto& each : value)
        words.push_back(value_text(each));
    return fmt::format("{}", fmt::join(words, ","));
}

std::string settings_text(const nlohmann::ordered_json& settings)
{
    std::vector<std::string> words;
    for (const auto& [name, value] : settings.items())
        words.push_back(printable(name) + " " + value_text(value));
    return fmt::format("{}", fmt::join(words, ", "));
}

bool is_done(const stored_group& g)
{
    return std::all_of(g.products().begin(), g.products().end(), [](const auto& p) {
        return p.is_done();
    });
}

std::string state_of(const stored_group& g)
{
    std::int64_t done = 0, all = 0;
    for (const auto& each : g.products()) {
        done += each.done;
        all += each.chunks;
    }
    return done == all ? "done" : fmt::format("{} of {} chunks done", done, all);
}

//! Where the samples of a row begin, or (\p sign 1) end: UTC, or seconds from the first
//! sample of all.
std::string time_text(const stored_group& g, std::size_t row, int sign)
{
    const double more =
        (g.frame_samples() - g.number("hop")) / g.number("sample_rate_hz");
    const double s = g.seconds()[row] + 0.5 * sign * (g.row_seconds()[row] + more);
    if (!g.begin_utc_ns())
        return fmt::format("{:.9g} s", std::round(1e9 * s) / 1e9 + 0.0);
    return utc_text(*g.begin_utc_ns() + std::llround(1e9 * s));
}

std::string times_text(const stored_group& g)
{
    const auto rows = g.seconds().size();
    if (rows == 0)
        return "no row";
    const auto longest = std::max_element(g.row_seconds().begin(), g.row_seconds().end());
    return fmt::format("{} row{} of {:.6g} s, {} to {}",
                       rows,
                       rows == 1 ? "" : "s",
                       *longest,
                       time_text(g, 0, -1),
                       time_text(g, rows - 1, 1));
}

std::string frequencies_text(const stored_group& g)
{
    const auto& all = g.frequencies_hz();
    const auto centres = std::set<double>(g.centres_hz().begin(), g.centres_hz().end());
    std::string around;
    if (g.are_relative())
        around = fmt::format(", around {} centres from {} to {}",
                             centres.size(),
                             hertz_text(*centres.begin()),
                             hertz_text(*centres.rbegin()));
    return fmt::format("{} bins of {}, {} to {}{}; RBW {}",
                       all.size(),
                       hertz_text(g.number("sample_rate_hz") / g.number("length")),
                       hertz_text(all.empty() ? 0 : all.front()),
                       hertz_text(all.empty() ? 0 : all.back()),
                       around,
                       hertz_text(rounded(g.number("rbw_hz"))));
}

void add_line(std::string& text, const std::string& name, const std::string& words)
{
    text += fmt::format("  {:<16}{}\n", printable(name), printable(words));
}

std::string shape_text(const zarr_array& a)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < a.shape.size(); ++i)
        words.push_back(fmt::format("{} {}", a.dimensions[i], a.shape[i]));
    return fmt::format("{}", fmt::join(words, " x "));
}

//! A line for each of a few, or for all where there are more.
std::string voltages_text(const std::vector<stored_voltages>& all)
{
    constexpr std::size_t MOST_LINES = 16;
    const auto words_of = [](const stored_voltages& v) {
        const auto rate = hertz_text(v.samp_rate_hz);
        return fmt::format("{}S/s at {}, {} samples",
                           rate.substr(0, rate.size() - 2),
                           hertz_text(v.centre_hz),
                           v.samples);
    };
    std::string text;
    if (all.size() <= MOST_LINES)
        for (const auto& each : all)
            add_line(text, each.name, words_of(each));
    else
        add_line(text,
                 "voltages",
                 fmt::format("{}, from {}: {} to {}: {}",
                             all.size(),
                             all.front().name,
                             words_of(all.front()),
                             all.back().name,
                             words_of(all.back())));
    return text;
}

std::string group_text(const stored_group& g)
{
    const auto& of = g.attributes();
    const auto rate = hertz_text(g.number("sample_rate_hz"));
    auto text = fmt::format("{}: {}, {}, {}S/s, {}\n",
                            g.name().empty() ? "recording" : printable(g.name()),
                            printable(of.value("source", "")),
                            printable(of.value("sample_format", "")),
                            rate.substr(0, rate.size() - 2),
                            state_of(g));
    add_line(text, "time", times_text(g));
    add_line(text, "frequency", frequencies_text(g));
    for (const auto& p : g.products())
        add_line(
            text,
            p.array.name,
            fmt::format("{}{}; {} of {} chunks, {}",
                        shape_text(p.array),
                        p.units().empty() || p.units() == "1" ? "" : ", " + p.units(),
                        p.done,
                        p.chunks,
                        bytes_text(static_cast<double>(p.bytes))));
    if (const double levels = g.number("zoom_levels"); levels > 0)
        add_line(text,
                 "zoom levels",
                 fmt::format("{:.0f}: means and maxima of {}{:.0f} rows",
                             levels,
                             levels > 1 ? "2 to " : "",
                             std::exp2(levels)));
    if (has_events(g))
        add_line(
            text,
            "events",
            fmt::format("{}, in {}/{}", events_of(g).size(), g.folder(), EVENT_FILE));
    return text + voltages_text(voltages_in(g.folder()));
}

nlohmann::ordered_json group_json(const stored_group& g)
{
    nlohmann::ordered_json j;
    j["name"] = g.name();
    j["attributes"] = g.attributes();
    j["is_done"] = is_done(g);
    j["rows"] = g.seconds().size();
    if (!g.seconds().empty()) {
        j["begin_s"] = g.seconds().front() - 0.5 * g.row_seconds().front();
        j["end_s"] = g.seconds().back() + 0.5 * g.row_seconds().back();
    }
    if (g.begin_utc_ns())
        j["first_sample_utc"] = utc_text(*g.begin_utc_ns());
    if (!g.frequencies_hz().empty())
        j["frequencies_hz"] = { g.frequencies_hz().front(), g.frequencies_hz().back() };
    j["frequencies_are_relative"] = g.are_relative();
    j["products"] = nlohmann::ordered_json::array();
    for (const auto& p : g.products())
        j["products"].push_back({ { "name", p.array.name },
                                  { "dimensions", p.array.dimensions },
                                  { "shape", p.array.shape },
                                  { "units", p.units() },
                                  { "chunks", p.chunks },
                                  { "chunks_done", p.done },
                                  { "bytes", p.bytes } });
    j["zoom_levels"] = g.number("zoom_levels");
    if (has_events(g))
        j["events"] = events_of(g).size();
    for (const auto& each : voltages_in(g.folder()))
        j["voltages"].push_back({ { "name", each.name },
                                  { "sample_rate_hz", each.samp_rate_hz },
                                  { "center_hz", each.centre_hz },
                                  { "samples", each.samples } });
    return j;
}

} // namespace

double rounded(double value) { return std::atof(fmt::format("{:.4g}", value).c_str()); }

std::string
survey_text(const std::string& folder, const stored_survey& s, const std::string& group)
{
    const auto done = static_cast<std::size_t>(
        std::count_if(s.groups.begin(), s.groups.end(), is_done));
    auto text =
        fmt::format("survey      {}: {} of {} recordings or channels done{}{}\n",
                    printable(folder),
                    done,
                    s.groups.size(),
                    s.problems.empty() ? ""
                                       : fmt::format(", {} input{} damaged",
                                                     s.problems.size(),
                                                     s.problems.size() == 1 ? "" : "s"),
                    s.is_under_way ? "; under way, or stopped" : "");
    text += fmt::format("settings    {}\n", settings_text(s.settings));
    if (!group.empty())
        return text + group_text(s.group(group));
    for (const auto& each : s.groups)
        text += group_text(each);
    for (const auto& [input, reason] : s.problems)
        text += fmt::format("damaged     {}\n", printable(reason));
    return text;
}

nlohmann::ordered_json survey_json(const stored_survey& s, const std::string& group)
{
    nlohmann::ordered_json j;
    j["settings"] = s.settings;
    j["is_under_way"] = s.is_under_way;
    j["problems"] = s.problems;
    j["groups"] = nlohmann::ordered_json::array();
    for (const auto& each : s.groups)
        if (group.empty() || &each == &s.group(group))
            j["groups"].push_back(group_json(each));
    return j;
}

} // namespace gpufft::app
