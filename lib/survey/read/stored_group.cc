/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/stored_group.h"
#include "survey/store/json_file.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <boost/locale/encoding_utf.hpp>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace gpufft {

namespace {

constexpr double NS = 1e9;

//! Adds numbers that are stored as \p stored, until there are \p most.
template <typename stored, typename number>
void append(std::vector<number>& to, const std::vector<char>& bytes, std::size_t most)
{
    std::vector<stored> values(std::min(bytes.size() / sizeof(stored), most - to.size()));
    if (!values.empty())
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(stored));
    to.insert(to.end(), values.begin(), values.end());
}

//! More than the seconds, and the nanoseconds, that a survey is about.
constexpr double MOST_SECONDS = 9e9;

bool are_within(const std::vector<double>& values, double lowest, double highest)
{
    return std::all_of(values.begin(), values.end(), [=](double each) {
        return each >= lowest && each <= highest; // NaN is not
    });
}

//! Whether an array of that name lies in the folder of the group.
bool is_name(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." &&
           name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
}

std::int64_t bytes_of(const std::string& path)
{
    boost::system::error_code none;
    const auto bytes = boost::filesystem::file_size(path, none);
    return none ? 0 : static_cast<std::int64_t>(bytes);
}

} // namespace

std::string stored_product::units() const
{
    const auto found = array.attributes.find("units");
    return found != array.attributes.end() && found->is_string()
               ? found->get<std::string>()
               : "";
}

stored_group::stored_group(std::string folder, std::string name)
    : d_folder(std::move(folder)), d_name(std::move(name))
{
    try {
        read();
    } catch (const nlohmann::json::exception& e) {
        refuse(e.what());
    }
}

void stored_group::refuse(const std::string& reason, const char* file) const
{
    throw survey_error(fmt::format("{}/{} is damaged: {}", d_folder, file, reason));
}

void stored_group::read()
{
    const auto consolidated = json_in(d_folder + "/.zmetadata");
    const auto metadata = consolidated.find("metadata");
    if (metadata == consolidated.end() || !metadata->is_object())
        refuse("it has no metadata");
    d_metadata = *metadata;
    read_attributes();
    read_rows();
    for (const auto& [file, json] : d_metadata.items()) {
        const auto end = file.rfind("/.zarray");
        if (end == std::string::npos)
            continue;
        const auto array = file.substr(0, end);
        if (!is_name(array))
            refuse(fmt::format("{} is no name of an array", array));
        read_product(array);
    }
}

void stored_group::read_attributes()
{
    d_attributes = d_metadata.value(".zattrs", nlohmann::ordered_json::object());
    if (!d_attributes.is_object())
        refuse(".zattrs is no object");
    for (const auto* text : { "source", "sample_format", "window" })
        if (!d_attributes.value(text, nlohmann::ordered_json("")).is_string())
            refuse(fmt::format("{} is no text", text));
    if (!(number("sample_rate_hz") > 0) || !(number("hop") > 0) ||
        !(number("length") > 0))
        refuse("sample_rate_hz, hop and length must be positive numbers");
    d_frequencies = axis<double>("frequency");
    d_is_complex = static_cast<double>(d_frequencies.size()) == number("length");
    if (number("length") > 2)
        return;
    // Complex and real samples have as many bins then. Raw formats are called ci16_le or
    // ri16_le, others begin with a capital letter.
    d_is_complex = d_attributes.value("iq_channels", false) ||
                   d_attributes.value("sample_format", "").rfind('c', 0) == 0;
}

double stored_group::number(const char* attribute) const
{
    const auto found = d_attributes.find(attribute);
    return found != d_attributes.end() && found->is_number() ? found->get<double>() : 0;
}

double stored_group::frame_samples() const
{
    return number("length") * std::max(1.0, number("taps_per_branch"));
}

zarr_array stored_group::array_named(const std::string& name) const
{
    const auto metadata = d_metadata.find(name + "/.zarray");
    if (metadata == d_metadata.end())
        refuse(fmt::format("it has no array {}", name));
    try {
        return parse_zarr_array(
            name,
            *metadata,
            d_metadata.value(name + "/.zattrs", nlohmann::ordered_json::object()));
    } catch (const std::exception& e) { // of its types, its sizes, its compressor
        refuse(e.what());
    }
}

std::vector<char> stored_group::bytes_in(const zarr_array& a,
                                         const std::string& path) const
{
    const auto file = contents_of(path);
    if (!file)
        throw survey_error(fmt::format("{} is not there", path));
    try {
        return uncompressed(a, *file);
    } catch (const survey_error& e) {
        throw survey_error(fmt::format("{}: {}", path, e.what()));
    }
}

std::string stored_group::chunk_path(const zarr_array& a, std::int64_t number) const
{
    return fmt::format("{}/{}/{}", d_folder, a.name, a.chunk_name(number));
}

template <typename number>
std::vector<number> stored_group::axis(const std::string& name) const
{
    const auto a = array_named(name);
    if (a.dtype != "<i8" && a.dtype != "<f8")
        refuse(fmt::format("the array {} is of {}", name, a.dtype));
    const auto count = static_cast<std::size_t>(a.shape.at(0));
    std::vector<number> values;
    for (std::int64_t i = 0; values.size() < count; ++i) {
        const auto bytes = bytes_in(a, chunk_path(a, i));
        if (a.dtype == "<i8")
            append<std::int64_t>(values, bytes, count);
        else
            append<double>(values, bytes, count);
    }
    return values;
}

void stored_group::read_rows()
{
    const double rate = number("sample_rate_hz");
    d_frames = axis<double>("frames");
    d_seconds = axis<double>("time");
    if (d_metadata.contains("center_frequency/.zarray"))
        d_centres = axis<double>("center_frequency");
    if (d_frames.size() != d_seconds.size() ||
        (!d_centres.empty() && d_centres.size() != d_seconds.size()))
        refuse(fmt::format("it has {} times and {} numbers of frames",
                           d_seconds.size(),
                           d_frames.size()));
    for (const auto frames : d_frames)
        d_row_seconds.push_back(frames * number("hop") / rate);
    const double infinite = std::numeric_limits<double>::max();
    if (!are_within(d_frames, 1, infinite) || !are_within(d_row_seconds, 0, MOST_SECONDS))
        refuse("it has rows of no frame, or of too many", "frames");
    read_times();
    if (!are_within(d_seconds, -MOST_SECONDS, MOST_SECONDS))
        refuse("it has times that no recording has", "time");
}

void stored_group::read_times()
{
    const double rate = number("sample_rate_hz");
    if (array_named("time").dtype != "<i8" || d_seconds.empty())
        return;
    // A double holds no UTC to the nanosecond, but times from the first sample on.
    const auto times_ns = axis<std::int64_t>("time");
    const auto samples = axis<double>("sample");
    if (samples.size() != times_ns.size())
        refuse(fmt::format(
            "it has {} times and {} first samples", times_ns.size(), samples.size()));
    const double first =
        samples[0] + 0.5 * ((d_frames[0] - 1) * number("hop") + frame_samples());
    if (!(std::abs(first / rate) < MOST_SECONDS))
        refuse("it begins with no sample of a recording", "sample");
    d_begin_utc_ns = times_ns[0] - std::llround(first / rate * NS);
    for (std::size_t row = 0; row < times_ns.size(); ++row)
        d_seconds[row] = static_cast<double>(times_ns[row] - *d_begin_utc_ns) / NS;
}

void stored_group::read_product(const std::string& name)
{
    stored_product p;
    p.array = array_named(name);
    const auto& a = p.array;
    if (a.shape.size() < 2 || a.dimensions.at(0) != "time" ||
        (a.dtype != "<f4" && a.dtype != "<f8"))
        return;
    const bool is_of_bins = a.dimensions.at(1) == "frequency";
    if (a.shape[0] != static_cast<std::int64_t>(d_seconds.size()) ||
        a.shape[1] > a.chunks[1] ||
        (is_of_bins && a.shape[1] != static_cast<std::int64_t>(d_frequencies.size())))
        refuse(fmt::format("the array {} is not as large as its axes", name));
    p.chunks = (a.shape[0] + a.chunks[0] - 1) / a.chunks[0];
    for (std::int64_t i = 0; i < p.chunks; ++i) {
        const auto path = chunk_path(a, i);
        if (!is_whole_chunk(a, path))
            continue;
        ++p.done;
        p.bytes += bytes_of(path);
    }
    d_products.push_back(std::move(p));
}

const stored_product& stored_group::product(const std::string& name) const
{
    std::string names;
    for (const auto& each : d_products) {
        if (each.array.name == name)
            return each;
        names += (names.empty() ? "" : ", ") + each.array.name;
    }
    throw survey_error(
        fmt::format("{} has no product {}; it has {}", d_folder, name, names));
}

std::vector<char> stored_group::chunk_bytes(const stored_product& of,
                                            std::int64_t number) const
{
    const auto path = chunk_path(of.array, number);
    if (!is_whole_chunk(of.array, path))
        return {};
    return bytes_in(of.array, path);
}

std::vector<float> stored_group::chunk(const stored_product& of,
                                       std::int64_t number) const
{
    const auto bytes = chunk_bytes(of, number);
    std::vector<float> values(bytes.size() / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

std::vector<double> stored_group::numbers(const stored_product& of,
                                          std::int64_t number) const
{
    const auto bytes = chunk_bytes(of, number);
    std::vector<double> values;
    const auto count = bytes.size() / of.array.item_bytes();
    if (of.array.dtype == "<f4")
        append<float>(values, bytes, count);
    else
        append<double>(values, bytes, count);
    return values;
}

std::vector<std::string> stored_group::names_along(const std::string& dimension) const
{
    std::vector<std::string> names;
    if (!d_metadata.contains(dimension + "/.zarray"))
        return names;
    const auto a = array_named(dimension);
    if (a.dtype.rfind("<U", 0) != 0)
        return names;
    const auto bytes = bytes_in(a, chunk_path(a, 0));
    if (static_cast<std::size_t>(a.shape[0]) > bytes.size() / a.item_bytes())
        refuse(fmt::format("the array {} has more names than its file", dimension));
    for (std::int64_t i = 0; i < a.shape[0]; ++i) {
        std::u32string letters(a.item_bytes() / sizeof(char32_t), U'\0');
        std::memcpy(letters.data(),
                    bytes.data() + static_cast<std::size_t>(i) * a.item_bytes(),
                    a.item_bytes());
        letters.resize(std::min(letters.find(U'\0'), letters.size()));
        names.push_back(boost::locale::conv::utf_to_utf<char>(letters));
    }
    return names;
}

bool stored_group::has_axis(const std::string& name) const
{
    return d_metadata.contains(name + "/.zarray");
}

std::vector<double> stored_group::axis_numbers(const std::string& name) const
{
    return axis<double>(name);
}

std::vector<std::int64_t> stored_group::axis_integers(const std::string& name) const
{
    return axis<std::int64_t>(name);
}

bool stored_group::has_utc() const { return array_named("time").dtype == "<i8"; }

bool stored_group::are_relative() const
{
    return d_is_complex &&
           std::any_of(d_centres.begin(), d_centres.end(), [this](double each) {
               return each != d_centres[0];
           });
}

} // namespace gpufft
