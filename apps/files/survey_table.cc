/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/survey_table.h"
#include "apps/options/printable.h"
#include "recordings/files/utc_time.h"
#include "survey/read/row_reader.h"
#include "survey/read/stored_events.h"
#include <fmt/format.h>
#include <cmath>
#include <limits>

namespace gpufft::app {

namespace {

using product_rows = row_reader<double>;

std::string time_of(const stored_group& g, std::size_t row)
{
    const double s = g.seconds()[row];
    return g.begin_utc_ns() ? utc_text(*g.begin_utc_ns() + std::llround(1e9 * s))
                            : fmt::format("{:.9f}", s);
}

std::string first_column(const stored_group& g)
{
    return g.begin_utc_ns() ? "time_utc" : "time_s";
}

//! A name with commas or quotes, as CSV has it.
std::string quoted(const std::string& of)
{
    const auto name = printable(of);
    if (name.find_first_of(",\"") == std::string::npos)
        return name;
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

std::string number_text(double value)
{
    return std::isnan(value) ? "" : fmt::format("{:.8g}", value);
}

//! Columns first .. behind - 1 of a product, and what they are called.
struct columns_of {
    bins_of_part range;
    std::vector<std::string> names;
};

columns_of
columns(const stored_group& g, const stored_product& p, const survey_part& part)
{
    columns_of c;
    if (p.array.dimensions.at(1) == "frequency") {
        c.range = bins_in(g, part);
        for (auto k = c.range.first; k < c.range.behind; ++k)
            c.names.push_back(fmt::format("{}", g.frequencies_hz()[k]));
        return c;
    }
    c.range.behind = static_cast<std::size_t>(p.array.shape[1]);
    c.names = g.names_along(p.array.dimensions[1]);
    for (auto k = c.names.size(); k < c.range.behind; ++k)
        c.names.push_back(fmt::format("{} {}", p.array.dimensions[1], k));
    return c;
}

std::string
plain_table(const stored_group& g, const stored_product& p, const survey_part& part)
{
    const auto of = columns(g, p, part);
    auto text = first_column(g);
    for (const auto& name : of.names)
        text += "," + quoted(name);
    text += "\n";
    product_rows rows(g, p, &stored_group::numbers);
    for (const auto row : rows_in(g, part)) {
        const auto* values = rows.row(row);
        if (!values)
            continue;
        text += time_of(g, row);
        for (auto k = of.range.first; k < of.range.behind; ++k)
            text += "," + number_text(values[k]);
        text += "\n";
    }
    return text;
}

std::string peak_table(const stored_group& g, const survey_part& part)
{
    const auto& level = g.product("peak_level");
    const auto& frequency = g.product("peak_frequency");
    const auto& width = g.product("peak_bandwidth");
    const auto peaks = level.array.shape[1];
    if (frequency.array.shape[1] != peaks || width.array.shape[1] != peaks)
        throw survey_error(fmt::format(
            "{}/.zmetadata is damaged: peak_frequency, peak_level and peak_bandwidth are "
            "not of as many peaks",
            g.folder()));
    const auto read = &stored_group::numbers;
    product_rows frequencies(g, frequency, read), levels(g, level, read),
        widths(g, width, read);
    auto text = fmt::format("{},frequency_hz,level ({}),bandwidth_hz\n",
                            first_column(g),
                            printable(level.units()));
    const double infinite = std::numeric_limits<double>::infinity();
    for (const auto row : rows_in(g, part)) {
        const auto* hz = frequencies.row(row);
        const auto* high = levels.row(row);
        const auto* wide = widths.row(row);
        if (!hz || !high || !wide)
            continue;
        for (std::int64_t i = 0; i < peaks; ++i)
            if (hz[i] >= part.low_hz.value_or(-infinite) &&
                hz[i] <= part.high_hz.value_or(infinite))
                text += fmt::format("{},{:.3f},{},{}\n",
                                    time_of(g, row),
                                    hz[i],
                                    number_text(high[i]),
                                    number_text(wide[i]));
    }
    return text;
}

//! A number of an annotation. \throws survey_error  there is none
double number_in(const nlohmann::ordered_json& annotation, const char* name)
{
    const auto found = annotation.find(name);
    if (found == annotation.end() || !found->is_number())
        throw survey_error(fmt::format(
            "{} is damaged: an annotation has no number {}", EVENT_FILE, name));
    return found->get<double>();
}

std::string event_table(const stored_group& g, const survey_part& part)
{
    const double rate = g.number("sample_rate_hz");
    const double infinite = std::numeric_limits<double>::infinity();
    const sample_times times(g);
    auto text =
        first_column(g) + ",duration_s,sample_start,sample_count,low_hz,high_hz,level\n";
    for (const auto& each : events_of(g)) {
        const double start = number_in(each, "core:sample_start");
        const double count = number_in(each, "core:sample_count");
        const double low = number_in(each, "core:freq_lower_edge");
        const double high = number_in(each, "core:freq_upper_edge");
        const double begin_s = times.seconds_of(start);
        if (begin_s + count / rate < part.from_s.value_or(-infinite) ||
            begin_s >= part.to_s.value_or(infinite) ||
            high < part.low_hz.value_or(-infinite) ||
            low > part.high_hz.value_or(infinite))
            continue;
        text += fmt::format(
            "{},{:.9g},{:.0f},{:.0f},{:.3f},{:.3f},{}\n",
            g.begin_utc_ns() ? utc_text(*g.begin_utc_ns() + std::llround(1e9 * begin_s))
                             : fmt::format("{:.9f}", begin_s),
            count / rate,
            start,
            count,
            low,
            high,
            quoted(each.value("core:comment", "")));
    }
    return text;
}

} // namespace

std::string
survey_table(const stored_group& g, const std::string& product, const survey_part& part)
{
    if (product == "peaks")
        return peak_table(g, part);
    if (product == "events")
        return event_table(g, part);
    return plain_table(g, g.product(product), part);
}

} // namespace gpufft::app
