/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft show: what a survey holds, as text, and parts of it as pictures.
#include "apps/files/output_files.h"
#include "apps/files/picture_program.h"
#include "apps/files/survey_exports.h"
#include "apps/files/survey_table.h"
#include "apps/files/survey_text.h"
#include "apps/options/options.h"
#include "apps/options/printable.h"
#include "apps/options/survey_options.h"
#include "recordings/files/utc_time.h"
#include "survey/read/reduced_part.h"
#include "survey/read/zoomed_group.h"
#include <fmt/format.h>
#include <cmath>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft show [options] SURVEY

Print what a survey of gpufft process holds: its products with their shapes, axes and
units, the settings, and which inputs are done or damaged. With --png, draw a product, or
a part of it, as time and frequency; with --csv, --npy, --hdf5 or --fil, write it for
other programs.

      --png FILE           a picture of 1200 x 700 pixels
      --csv FILE           a table, a line a row; of peaks and events a line each
      --npy FILE           the numbers, as numpy.load() reads them; axes in FILE.json
      --hdf5 FILE          all products (or --product) of all recordings (or --group),
                           with axes in Hz and UTC; opens in xarray and h5py
      --fil FILE           a filterbank of SIGPROC: linear power, gaps as zeros
      --product NAME       e.g. max, p50, band_power, peaks or events (default mean, or
                           the first)
      --group NAME         one recording of several, as the list names them
      --start TIME         seconds from the first sample, or 2026-11-26T06:38:32Z
      --duration S         as many seconds from --start, or from the first sample
                           (default to the end)
      --low HZ             lowest frequency, e.g. 88M (default all)
      --high HZ            highest frequency
      --dynamic-range DB   from the darkest to the brightest colour (default as it suits)
      --json               a JSON object in place of the list, for programs
  -h, --help               print this and exit
      --version            print the version and exit

A survey that is in the making, or was stopped, is shown as far as it is done. Pictures
come of the coarsest zoom level that has a row for each pixel, where there are any.

Examples:
  gpufft show capture.zarr
  gpufft show capture.zarr --png capture.png
  gpufft show capture.zarr --product peaks --csv /dev/stdout
  gpufft show capture.zarr --hdf5 capture.h5 --low 98M --high 102M
  gpufft show all.zarr --group monday --product max --start 60 --duration 5 --png part.png

Exit status: 0 done, 1 bad arguments or no survey.
)";

const std::vector<option> KNOWN = {
    { "png", true },   { "csv", true },   { "npy", true },
    { "hdf5", true },  { "fil", true },   { "product", true },
    { "group", true }, { "start", true }, { "duration", true },
    { "low", true },   { "high", true },  { "dynamic-range", true },
    { "json", false },
};

// The pixels of the axes in python/gpufft/picture.py: a column or row each at most.
constexpr std::size_t MOST_COLUMNS = 970, MOST_ROWS = 555;

//! A time as --start has it, in seconds from the first sample.
double seconds_at(const std::string& text, const stored_group& g)
{
    if (const auto value = real_number(text))
        return *value;
    const auto utc = parse_utc(text);
    if (!utc)
        throw usage_error(
            fmt::format("--start must be seconds or a date and time such as "
                        "2026-11-26T06:38:32Z, got {}",
                        text));
    if (!g.begin_utc_ns())
        throw usage_error("--start: the recording does not say when it was made; seconds "
                          "from its first sample work");
    return 1e-9 * static_cast<double>(utc->ns - *g.begin_utc_ns());
}

survey_part part_of(const options& given, const stored_group& g)
{
    survey_part part;
    if (given.has("start"))
        part.from_s = seconds_at(given.text("start", ""), g);
    if (const auto duration = given.positive("duration", 1e12))
        part.to_s = part.from_s.value_or(0) + *duration;
    if (given.has("low"))
        part.low_hz = parse_hertz("low", given.text("low", ""));
    if (given.has("high"))
        part.high_hz = parse_hertz("high", given.text("high", ""));
    return part;
}

//! The product that is asked for: of time and frequency.
const stored_product& product_of(const options& given, const stored_group& g)
{
    if (given.has("product")) {
        const auto& p = g.product(given.text("product", ""));
        if (p.array.dimensions.at(1) != "frequency")
            throw usage_error(fmt::format(
                "--product {}: is of time and {}, and a picture is of time and frequency",
                p.array.name,
                p.array.dimensions[1]));
        return p;
    }
    for (const auto& each : g.products())
        if (each.array.name == "mean")
            return each;
    for (const auto& each : g.products())
        if (each.array.dimensions.at(1) == "frequency")
            return each;
    return g.product("mean");
}

std::string title_of(const stored_group& g)
{
    auto title = g.attributes().value("source", "");
    title = title.substr(title.rfind('/') + 1);
    if (!g.centres_hz().empty() && !g.are_relative() && g.is_complex())
        title += " - centre " + hertz_text(g.centres_hz()[0]);
    const auto rate = hertz_text(g.number("sample_rate_hz"));
    return title + " - " + rate.substr(0, rate.size() - 2) + "S/s";
}

std::string subtitle_of(const stored_group& g,
                        const stored_product& p,
                        const reduced_part& r,
                        int level)
{
    auto text = fmt::format("{}, length {:.0f}, hop {:.0f}, {}, RBW {}",
                            p.array.name,
                            g.number("length"),
                            g.number("hop"),
                            g.attributes().value("window", ""),
                            hertz_text(rounded(g.number("rbw_hz"))));
    if (level > 0)
        text += fmt::format(", zoom level {}", level);
    if (r.rows_each > 1)
        text += fmt::format(", column: up to {} rows", r.rows_each);
    if (r.bins_each > 1)
        text += fmt::format(", row: {} of {:.3g} bins", r.bins_by, r.bins_each);
    if (!p.is_done())
        text += fmt::format(", {} of {} chunks are done", p.done, p.chunks);
    return text;
}

std::string label_of(const stored_product& p)
{
    const auto units = p.units();
    if (is_in_decibels(p))
        return fmt::format("{}, {}", p.array.name, units);
    if (is_power(p))
        return fmt::format("{}, dB of {}", p.array.name, units);
    return p.array.name + (units.empty() || units == "1" ? "" : ", " + units);
}

nlohmann::ordered_json picture_head(const stored_group& g,
                                    const stored_product& p,
                                    const reduced_part& r,
                                    int level)
{
    nlohmann::ordered_json j;
    j["program"] = "gpufft show";
    j["kind"] = "waterfall";
    j["title"] = title_of(g);
    j["subtitle"] = subtitle_of(g, p, r, level);
    j["label"] = label_of(p);
    j["is_offset"] = g.are_relative();
    j["is_ratio"] = !is_power(p);
    j["rows"] = r.rows;
    j["columns"] = r.columns;
    j["times_s"] = { r.from_s, r.to_s };
    j["frequencies_hz"] = { r.low_hz, r.high_hz };
    j["time_label"] = g.begin_utc_ns()
                          ? fmt::format("time from {}, s", utc_text(*g.begin_utc_ns()))
                          : std::string("time, s");
    return j;
}

void draw(const options& given, const stored_survey& survey)
{
    const auto output = given.text("png", "");
    check_picture(output);
    const auto& all = survey.group(given.text("group", ""));
    const auto part = part_of(given, all);
    const auto& name = product_of(given, all).array.name;
    const auto level = zoomed(all, name, part, MOST_COLUMNS);
    const auto& g = level ? level->group : all;
    const auto& p = g.product(name);
    const auto r = reduced(g, p, part, MOST_COLUMNS, MOST_ROWS);
    auto head = picture_head(g, p, r, level ? level->level : 0);
    head["output"] = output;
    const auto range = given.positive("dynamic-range", 1000);
    head["dynamic_range"] = range ? nlohmann::ordered_json(*range) : nullptr;
    become_picture(head, r.values);
}

void write_table(const options& given, const stored_survey& survey)
{
    const auto& g = survey.group(given.text("group", ""));
    const auto product = given.text("product", "");
    const auto name = product.empty() ? product_of(given, g).array.name : product;
    write_whole_file(given.text("csv", ""), survey_table(g, name, part_of(given, g)));
}

//! NPY and filterbanks: one product of one recording.
void write_numbers(const options& given,
                   const stored_survey& survey,
                   const char* format,
                   void (*write)(const std::string& path,
                                 const stored_group& g,
                                 const stored_product& p,
                                 const survey_part& part))
{
    const auto& g = survey.group(given.text("group", ""));
    const auto& p = given.has("product") ? g.product(given.text("product", ""))
                                         : product_of(given, g);
    write(given.text(format, ""), g, p, part_of(given, g));
}

//! What is written of a group to a file of HDF5.
hdf5_source
source_of(const options& given, const stored_group& g, const std::string& name)
{
    hdf5_source s;
    s.of = &g;
    s.name = name;
    s.part = part_of(given, g);
    if (given.has("product"))
        s.products = { &g.product(given.text("product", "")) };
    else
        for (const auto& each : g.products())
            s.products.push_back(&each);
    return s;
}

//! Why no row or bin of it lies in the part; "": one does.
std::string why_empty(const hdf5_source& s)
{
    try {
        rows_in(*s.of, s.part);
        for (const auto* each : s.products)
            exported(*s.of, *each, s.part);
        return "";
    } catch (const survey_error& e) {
        return e.what();
    }
}

void write_groups(const options& given, const stored_survey& survey)
{
    std::vector<hdf5_source> sources;
    if (given.has("group") || survey.groups.size() == 1) {
        sources = { source_of(given, survey.group(given.text("group", "")), "") };
    } else {
        std::vector<std::string> left_out;
        for (const auto& each : survey.groups) {
            auto source = source_of(given, each, each.name());
            if (const auto why = why_empty(source); why.empty())
                sources.push_back(std::move(source));
            else
                left_out.push_back(fmt::format("{}: {}", each.name(), why));
        }
        if (sources.empty() && !left_out.empty())
            throw survey_error(left_out[0]);
        for (const auto& each : left_out)
            fmt::print(stderr, "gpufft show: {}; it is left out\n", printable(each));
    }
    write_hdf5_file(given.text("hdf5", ""), sources);
}

//! What is written but pictures, which end the program. \return whether something was
bool write_files(const options& given, const stored_survey& survey)
{
    bool has_written = false;
    for (const auto* format : { "csv", "npy", "hdf5", "fil" }) {
        if (!given.has(format))
            continue;
        has_written = true;
        check_folder_of(given.text(format, ""));
        const std::string name = format;
        if (name == "csv")
            write_table(given, survey);
        else if (name == "hdf5")
            write_groups(given, survey);
        else
            write_numbers(given,
                          survey,
                          format,
                          name == "npy" ? write_npy_file : write_filterbank_file);
    }
    return has_written;
}

} // namespace

int cmd_show(const arguments& args)
{
    const options given(args, KNOWN);
    if (given.answer(HELP))
        return DONE;
    if (given.rest().size() != 1)
        throw usage_error(
            fmt::format("one SURVEY is needed, got {}", given.rest().size()));
    const bool is_list = !given.has("png") && !given.has("csv") && !given.has("npy") &&
                         !given.has("hdf5") && !given.has("fil");
    if (is_list)
        for (const auto* name :
             { "product", "start", "duration", "low", "high", "dynamic-range" })
            if (given.has(name))
                throw usage_error(
                    fmt::format("--{} is for a picture or a file; give --png, --csv, "
                                "--npy, --hdf5 or --fil, too",
                                name));
    const stored_survey survey(given.rest()[0]);
    const bool has_written = write_files(given, survey);
    if (given.has("png"))
        draw(given, survey);
    else if (has_written)
        return DONE;
    else if (given.has("json"))
        // Escapes in place of all but ASCII: no terminal obeys those.
        fmt::print(
            "{}\n",
            survey_json(survey, given.text("group", ""))
                .dump(4, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
    else
        fmt::print("{}", survey_text(given.rest()[0], survey, given.text("group", "")));
    return DONE;
}

} // namespace gpufft::app
