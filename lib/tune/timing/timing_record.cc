/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "plan/wisdom/device_key_json.h"
#include "tune/timing/timing_record.h"
#include <limits>

namespace gpufft {

namespace {

using json = nlohmann::ordered_json;

// Version of the lines' format; goes up where what a field means changes.
constexpr int FORMAT = 1;
constexpr std::uint64_t MOST_BYTES = std::numeric_limits<std::size_t>::max();

timing_record read_record(const json& from)
{
    if (!from.is_object() || !from.contains("gpufft-timing"))
        refuse("it is no timing");
    if (from.at("gpufft-timing") != FORMAT)
        refuse("it is of another format");
    timing_record r;
    r.on = read_device_key(from);
    r.calls.input_bytes = static_cast<std::size_t>(
        read_count(from.at("input_bytes"), "input_bytes", MOST_BYTES));
    r.calls.rows = static_cast<std::uint32_t>(
        read_count(from.at("rows"), "rows", std::numeric_limits<std::uint32_t>::max()));
    r.calls.is_shared = from.at("shared");
    r.plan = read_words(from.at("plan"), "plan");
    for (const auto& each : from.at("seconds")) {
        r.seconds.push_back(read_seconds(each, "seconds"));
        if (r.seconds.back() <= 0)
            refuse("seconds are {}, which is no time", r.seconds.back());
    }
    r.when_s = read_when(from.at("when_s"));
    return r;
}

} // namespace

bool timed_calls::operator==(const timed_calls& other) const
{
    // Rows that are said leave nothing to the bytes.
    return rows == other.rows && is_shared == other.is_shared &&
           (rows != 0 || input_bytes == other.input_bytes);
}

std::string timing_record::transform() const { return plan.substr(0, plan.find(": ")); }

std::string to_line(const timing_record& r)
{
    json line = { { "gpufft-timing", FORMAT } };
    add_device_key(line, r.on);
    line["input_bytes"] = r.calls.input_bytes;
    line["rows"] = r.calls.rows;
    line["shared"] = r.calls.is_shared;
    line["plan"] = r.plan;
    line["seconds"] = r.seconds;
    line["when_s"] = r.when_s;
    return one_line(line);
}

timing_record parse_timing(const std::string& line)
{
    try {
        return read_record(parse_record_line(line));
    } catch (const json::exception& e) {
        throw plan_error(e.what());
    }
}

} // namespace gpufft
