/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "plan/wisdom/device_key_json.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

using json = nlohmann::ordered_json;

namespace {

//! Records are objects with lists or objects in them; later versions may go further.
constexpr int MOST_DEPTH = 16;

//! Depth of nested brackets and braces, without those in strings.
int depth_of(const std::string& line)
{
    int depth = 0, deepest = 0;
    bool is_string = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (is_string && c == '\\')
            ++i; // the escaped character ends no string
        else if (c == '"')
            is_string = !is_string;
        else if (!is_string && (c == '[' || c == '{'))
            deepest = std::max(deepest, ++depth);
        else if (!is_string && (c == ']' || c == '}'))
            --depth;
    }
    return deepest;
}

} // namespace

json parse_record_line(const std::string& line)
{
    // Where an object grows, the parser copies it, with a stack frame for each level.
    if (depth_of(line) > MOST_DEPTH)
        refuse("it nests more than {} levels deep", MOST_DEPTH);
    try {
        return json::parse(line);
    } catch (const json::parse_error& e) { // whose own words may hold any byte
        refuse("it is no JSON, from byte {} on", e.byte);
    }
}

void add_device_key(json& line, const device_key& on)
{
    line["backend"] = on.backend;
    line["product"] = on.product;
    line["platform"] = on.platform;
    line["driver"] = on.driver;
    line["architecture"] = on.architecture;
    line["version"] = on.version;
}

device_key read_device_key(const json& from)
{
    return { from.at("backend"), from.at("product"),      from.at("platform"),
             from.at("driver"),  from.at("architecture"), from.at("version") };
}

double read_seconds(const json& from, const char* name)
{
    const double seconds = from;
    if (!std::isfinite(seconds) || seconds < 0)
        refuse("{} is {}, which is no time", name, seconds);
    return seconds;
}

std::uint64_t read_count(const json& from, const char* name, std::uint64_t most)
{
    if (!from.is_number_unsigned() || from.get<std::uint64_t>() > most)
        refuse("{} must be a whole number, 0 .. {}, got {}", name, most, one_line(from));
    return from.get<std::uint64_t>();
}

std::int64_t read_when(const json& from)
{
    constexpr std::uint64_t YEAR_9999_S = 253402300799; // calendars go on until there
    return static_cast<std::int64_t>(read_count(from, "when_s", YEAR_9999_S));
}

std::string read_words(const json& from, const char* name)
{
    const std::string words = from;
    for (const unsigned char c : words) {
        if (c < 0x20 || c == 0x7f)
            refuse("{} holds the control character 0x{:02x}", name, c);
    }
    return words;
}

std::string one_line(const json& record)
{
    return record.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace gpufft
