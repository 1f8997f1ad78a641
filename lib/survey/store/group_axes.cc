/* SPDX-License-Identifier: GPL-3.0-or-later */
// A part of recording_group: what follows from the recording and the settings alone.
#include "survey/store/recording_group.h"
#include <fmt/format.h>
#include <boost/locale/encoding_utf.hpp>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace gpufft {

//! An array that is no product, and all of its values.
struct recording_group::axis {
    zarr_array array;
    std::vector<char> values; // from this chunk on:
    std::int64_t first_chunk = 0;

    template <typename number>
    axis(zarr_array a, const std::vector<number>& all, std::int64_t from = 0)
        : array(std::move(a)), first_chunk(from)
    {
        values.resize(all.size() * sizeof(number));
        if (!all.empty())
            std::memcpy(values.data(), all.data(), values.size());
    }
};

namespace {

constexpr std::int64_t AXIS_CHUNK = 65536;
constexpr double NS = 1e9;

//! Letters of UTF-8; what is none is a letter a byte.
std::u32string letters_of(const std::string& text)
{
    try {
        return boost::locale::conv::utf_to_utf<char32_t>(text, boost::locale::conv::stop);
    } catch (const boost::locale::conv::conversion_error&) {
        return { text.begin(), text.end() };
    }
}

template <typename value, typename Of>
std::vector<value> each_row(std::int64_t begin, std::int64_t end, const Of& of)
{
    std::vector<value> all;
    all.reserve(static_cast<std::size_t>(end - begin));
    for (std::int64_t r = begin; r < end; ++r)
        all.push_back(of(r));
    return all;
}

nlohmann::ordered_json named(const char* long_name, const char* units)
{
    nlohmann::ordered_json j;
    j["long_name"] = long_name;
    if (*units)
        j["units"] = units;
    return j;
}

} // namespace

bool recording_group::has_utc() const
{
    const auto& all = d_rows.segments();
    return !all.empty() && std::all_of(all.begin(), all.end(), [](const segment& s) {
        return s.utc_ns.has_value();
    });
}

bool recording_group::has_one_centre() const
{
    const auto& all = d_rows.segments();
    return std::all_of(all.begin(), all.end(), [&](const segment& s) {
        return s.centre_hz == all[0].centre_hz;
    });
}

double recording_group::centre_hz(std::int64_t row) const
{
    return d_rows.segment_of(d_rows.at(row))
        .centre_hz.value_or(std::numeric_limits<double>::quiet_NaN());
}

//! When the middle of the row's frames was.
std::int64_t recording_group::utc_ns(std::int64_t row) const
{
    const auto r = d_rows.at(row);
    const auto& in = d_rows.segment_of(r);
    const double samples = static_cast<double>(r.first - in.start) +
                           0.5 * static_cast<double>(d_rows.samples_of(r));
    return *in.utc_ns + std::llround(samples / d_samp_rate_hz * NS);
}

double recording_group::seconds_of(std::int64_t row) const
{
    const auto r = d_rows.at(row);
    return (static_cast<double>(r.first) +
            0.5 * static_cast<double>(d_rows.samples_of(r))) /
           d_samp_rate_hz;
}

std::vector<double> recording_group::seconds() const
{
    return each_row<double>(
        0, d_rows.rows(), [&](std::int64_t row) { return seconds_of(row); });
}

std::vector<double> recording_group::frequencies_hz() const
{
    const auto& segments = d_rows.segments();
    const double centre = d_is_complex && has_one_centre() && !segments.empty()
                              ? segments[0].centre_hz.value_or(0)
                              : 0;
    const auto dc = d_is_complex ? d_settings.length / 2 : 0;
    return each_row<double>(0, d_bins, [&](std::int64_t bin) {
        return centre + static_cast<double>(bin - dc) * d_samp_rate_hz /
                            static_cast<double>(d_settings.length);
    });
}

zarr_array recording_group::row_array(const char* name, const char* dtype) const
{
    zarr_array a;
    a.name = name;
    a.dtype = dtype;
    a.shape = { d_rows.rows() };
    a.chunks = { d_grows ? AXIS_CHUNK
                         : std::clamp<std::int64_t>(d_rows.rows(), 1, AXIS_CHUNK) };
    a.dimensions = { "time" };
    a.compressor = d_settings.compressor;
    a.fill_value = nullptr;
    return a;
}

//! The first row of the chunk of axes that has \p row; all are written of what does not
//! grow.
std::int64_t recording_group::axes_begin(std::int64_t row) const
{
    return d_grows ? row / AXIS_CHUNK * AXIS_CHUNK : 0;
}

recording_group::axis recording_group::time_axis(std::int64_t from_row) const
{
    const auto begin = axes_begin(from_row);
    if (!has_utc()) {
        auto a = row_array("time", "<f8");
        a.attributes = named("middle of the row's frames, from the first sample", "s");
        return { a,
                 each_row<double>(begin,
                                  d_rows.rows(),
                                  [&](std::int64_t row) { return seconds_of(row); }),
                 begin / AXIS_CHUNK };
    }
    auto a = row_array("time", "<i8");
    a.attributes =
        named("middle of the row's frames, UTC", "nanoseconds since 1970-01-01");
    a.attributes["calendar"] = "proleptic_gregorian";
    return { a,
             each_row<std::int64_t>(
                 begin, d_rows.rows(), [&](std::int64_t row) { return utc_ns(row); }),
             begin / AXIS_CHUNK };
}

recording_group::axis recording_group::frequency_axis() const
{
    zarr_array a;
    a.name = "frequency";
    a.dtype = "<f8";
    a.shape = a.chunks = { d_bins };
    a.dimensions = { "frequency" };
    a.compressor = d_settings.compressor;
    a.fill_value = nullptr;
    a.attributes = named(has_one_centre() || !d_is_complex
                             ? "frequency of the bin's middle"
                             : "frequency of the bin's middle, from center_frequency",
                         "Hz");
    return { a, frequencies_hz() };
}

//! Names of bands, as many letters of UCS-4 each.
recording_group::axis recording_group::band_names(const std::vector<band>& bands) const
{
    std::vector<std::u32string> names;
    std::size_t longest = 1;
    for (const auto& each : bands) {
        names.push_back(letters_of(each.name));
        longest = std::max(longest, names.back().size());
    }
    std::u32string all;
    for (auto& each : names) {
        each.resize(longest);
        all += each;
    }
    auto a = band_array("band", fmt::format("<U{}", longest));
    a.attributes = named("name of a band", "");
    return { a, std::vector<char32_t>(all.begin(), all.end()) };
}

zarr_array recording_group::band_array(const char* name, const std::string& dtype) const
{
    zarr_array a;
    a.name = name;
    a.dtype = dtype;
    a.shape =
        a.chunks = { static_cast<std::int64_t>(d_settings.occupied_bands().size()) };
    a.dimensions = { "band" };
    a.compressor = d_settings.compressor;
    a.fill_value = nullptr;
    return a;
}

void recording_group::add_band_axes(std::vector<axis>& to) const
{
    if (d_settings.bands.empty() && !d_settings.occupancy_level)
        return;
    const auto bands = d_settings.occupied_bands();
    to.push_back(band_names(bands));
    std::vector<double> low, high;
    for (const auto& each : bands) {
        low.push_back(each.low_hz);
        high.push_back(each.high_hz);
    }
    for (const auto& [name, values] :
         { std::make_pair("band_low", low), std::make_pair("band_high", high) }) {
        auto a = band_array(name, "<f8");
        a.attributes = named("edge of a band", "Hz");
        to.push_back({ a, values });
    }
}

std::vector<recording_group::axis> recording_group::axes(std::int64_t from_row) const
{
    const auto begin = axes_begin(from_row), end = d_rows.rows();
    const auto chunk = begin / AXIS_CHUNK;
    std::vector<axis> all = { time_axis(from_row), frequency_axis() };
    auto sample = row_array("sample", "<i8");
    sample.attributes = named("first sample of the row, from the recording's first", "");
    const auto first_of = [&](std::int64_t row) { return d_rows.at(row).first; };
    all.push_back({ sample, each_row<std::int64_t>(begin, end, first_of), chunk });
    auto frames = row_array("frames", "<i8");
    frames.attributes = named("frames that the row is of", "");
    const auto frames_of = [&](std::int64_t row) { return d_rows.at(row).frames; };
    all.push_back({ frames, each_row<std::int64_t>(begin, end, frames_of), chunk });
    if (!d_rows.segments().empty() && d_rows.segments()[0].centre_hz) {
        auto centre = row_array("center_frequency", "<f8");
        centre.attributes = named("frequency that the receiver was tuned to", "Hz");
        const auto centre_of = [&](std::int64_t row) { return centre_hz(row); };
        all.push_back({ centre, each_row<double>(begin, end, centre_of), chunk });
    }
    add_band_axes(all);
    return all;
}

nlohmann::ordered_json recording_group::attributes() const
{
    nlohmann::ordered_json j;
    j["Conventions"] = "CF-1.8";
    j["title"] = "averaged power spectra";
    j["source"] = d_path;
    j["identity"] = d_identity;
    j["sample_format"] = d_format_name;
    j["sample_rate_hz"] = d_samp_rate_hz;
    j["channel"] = d_channel.channel;
    j["iq_channels"] = d_channel.as_iq;
    j["length"] = d_settings.length;
    j["hop"] = d_rows.hop();
    j["window"] = d_settings.window_text();
    j["frames_per_row"] = d_rows.frames_per_row();
    if (d_settings.taps_per_branch > 1)
        j["taps_per_branch"] = d_settings.taps_per_branch;
    const double enbw = d_settings.enbw_bins();
    j["enbw_bins"] = enbw;
    j["rbw_hz"] = enbw * d_samp_rate_hz / static_cast<double>(d_settings.length);
    j["units"] = d_settings.unit_text();
    if (d_settings.has_zoom_levels)
        j["zoom_levels"] = zoom_levels_of(d_rows);
    j["calibration_offset_db"] = d_settings.calibration_db;
    return j;
}

std::map<std::string, nlohmann::ordered_json> recording_group::metadata() const
{
    std::map<std::string, nlohmann::ordered_json> all;
    all[".zgroup"] = { { "zarr_format", 2 } };
    all[".zattrs"] = attributes();
    const auto add = [&](const zarr_array& a) {
        all[a.name + "/.zarray"] = a.metadata();
        all[a.name + "/.zattrs"] = a.all_attributes();
    };
    for (const auto& each : d_products)
        add(each.array);
    for (const auto& each : axes(d_rows.rows()))
        add(each.array);
    return all;
}

void recording_group::write_metadata(const whole_files& with, std::int64_t from_row) const
{
    const auto write = [&](const std::string& name, const std::string& text) {
        const auto path = d_folder + "/" + name;
        if (contents_of(path) != text)
            with.write(path, text);
    };
    for (const auto& each : axes(from_row)) {
        const auto& a = each.array;
        const auto chunk = static_cast<std::int64_t>(a.chunk_bytes());
        auto values = each.values;
        const auto bytes = static_cast<std::int64_t>(values.size());
        const auto chunks = (bytes + chunk - 1) / chunk;
        values.resize(static_cast<std::size_t>(chunks * chunk)); // the last one is whole
        for (std::int64_t i = 0; i < chunks; ++i)
            write(a.name + "/" + a.chunk_name(each.first_chunk + i),
                  compressed(
                      a, values.data() + i * chunk, static_cast<std::size_t>(chunk)));
    }
    nlohmann::ordered_json consolidated;
    consolidated["zarr_consolidated_format"] = 1;
    for (const auto& [name, json] : metadata()) {
        write(name, zarr_text(json));
        consolidated["metadata"][name] = json;
    }
    write(".zmetadata", zarr_text(consolidated));
}

} // namespace gpufft
