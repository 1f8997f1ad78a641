/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/json_fields.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/sigmf_metadata.h"
#include <limits>

namespace gpufft {

namespace {

// Indices are counted in 64 bits; sums of one and of what a file can hold fit as well.
constexpr std::int64_t MOST_SAMPLES = std::int64_t(1) << 61;

bool names_a_file(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." &&
           name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
}

stored_format
format_in(const json_fields& global, const std::string& path, const std::string& given)
{
    if (!given.empty())
        return parse_format(given);
    const auto name =
        global.needed(global.text("core:datatype"), "core:datatype", "a string");
    const auto found = find_format(name);
    if (!found)
        refuse_recording(
            "{}: core:datatype: sample format \"{}\" is not known; known are {}",
            path,
            name.substr(0, 40),
            KNOWN_FORMATS);
    return *found;
}

capture capture_of(const json_fields& fields, const sigmf_metadata& m, std::int64_t last)
{
    constexpr const char* START = "core:sample_start";
    capture c;
    const auto index =
        fields.needed(fields.whole(START, 0), START, "a whole number of at least 0");
    c.start = index - m.offset;
    if (c.start < last || c.start > MOST_SAMPLES)
        fields.refuse(START,
                      fmt::format("at least {}, as captures are in order and the file "
                                  "begins with sample {} (core:offset)",
                                  last + m.offset,
                                  m.offset));
    c.centre_hz = fields.number("core:frequency");
    c.global_index = fields.whole("core:global_index", 0);
    c.header_bytes =
        static_cast<std::uint64_t>(fields.whole("core:header_bytes", 0).value_or(0));
    // What is no time is no reason to refuse the samples.
    if (const auto text = fields.text("core:datetime"))
        c.time = parse_utc(*text);
    return c;
}

} // namespace

std::vector<header_bytes> sigmf_metadata::headers() const
{
    std::vector<header_bytes> all;
    for (const auto& each : captures)
        if (each.header_bytes)
            all.push_back({ each.start, each.header_bytes });
    return all;
}

sigmf_metadata
parse_sigmf(const std::string& text, const std::string& path, const std::string& format)
{
    const auto document = parse_json(text, path);
    const json_fields whole(path, "the metadata", document);
    const json_fields global(path, "global", whole.object("global"));
    if (global.flag("core:metadata_only"))
        refuse_recording("{}: core:metadata_only is set: it has no samples", path);
    sigmf_metadata m;
    m.format = format_in(global, path, format);
    const auto channels = global.whole("core:num_channels", 1).value_or(1);
    if (channels > 65536)
        global.refuse("core:num_channels", "a whole number, 1 .. 65536");
    m.channels = static_cast<int>(channels);
    m.samp_rate_hz = global.number("core:sample_rate");
    if (m.samp_rate_hz && !(*m.samp_rate_hz > 0))
        global.refuse("core:sample_rate", "a number above 0");
    m.offset = global.whole("core:offset", 0).value_or(0);
    m.trailing_bytes =
        static_cast<std::uint64_t>(global.whole("core:trailing_bytes", 0).value_or(0));
    if (const auto dataset = global.text("core:dataset")) {
        if (!names_a_file(*dataset))
            global.refuse("core:dataset", "the name of a file in the same folder");
        m.dataset = *dataset;
    }
    std::int64_t last = 0;
    if (const auto* captures = whole.list("captures")) {
        for (std::size_t i = 0; i < captures->size(); ++i) {
            const json_fields fields(
                path, fmt::format("captures[{}]", i), (*captures)[i]);
            m.captures.push_back(capture_of(fields, m, last));
            last = m.captures.back().start;
        }
    }
    return m;
}

std::vector<std::string> parse_collection(const std::string& text,
                                          const std::string& path)
{
    const auto document = parse_json(text, path);
    const json_fields whole(path, "the metadata", document);
    const json_fields collection(path, "collection", whole.object("collection"));
    std::vector<std::string> names;
    if (const auto* streams = collection.list("core:streams")) {
        for (std::size_t i = 0; i < streams->size(); ++i) {
            const json_fields fields(
                path, fmt::format("core:streams[{}]", i), (*streams)[i]);
            const auto name = fields.needed(fields.text("name"), "name", "a string");
            if (!names_a_file(name))
                fields.refuse("name", "the name of a recording in the same folder");
            names.push_back(name);
        }
    }
    if (names.empty())
        refuse_recording("{}: the collection names no recording", path);
    return names;
}

} // namespace gpufft
