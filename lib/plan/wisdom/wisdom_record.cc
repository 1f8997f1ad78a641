/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "plan/text/plan_text.h"
#include "plan/wisdom/device_key_json.h"
#include <chrono>
#include <limits>
#include <tuple>

namespace gpufft {

namespace {

using json = nlohmann::ordered_json;

// Format number of the lines; goes up where the meaning of a field changes.
constexpr int FORMAT = 1;

auto whole(const device_key& m)
{
    return std::tie(
        m.backend, m.product, m.platform, m.driver, m.architecture, m.version);
}

json json_of(const char* record, const device_key& on)
{
    json line = { { "gpufft-wisdom", FORMAT }, { "record", record } };
    add_device_key(line, on);
    return line;
}

call_size read_call_size(const std::string& name)
{
    if (name != "many" && name != "few")
        refuse("rows \"{}\" are neither many nor few", name);
    return name == "few" ? call_size::few : call_size::many;
}

wisdom_entry read_plan(const json& from)
{
    wisdom_entry p;
    p.on = read_device_key(from);
    p.transform = read_words(from.at("transform"), "transform");
    p.rows = read_call_size(from.at("rows"));
    p.plan = read_words(from.at("plan"), "plan");
    p.seconds = read_seconds(from.at("seconds"), "seconds");
    p.before_s = read_seconds(from.at("before_s"), "before_s");
    p.batch =
        read_count(from.at("batch"), "batch", std::numeric_limits<std::uint64_t>::max());
    p.how = parse_effort(from.at("effort"));
    p.when_s = read_when(from.at("when_s"));
    return p;
}

probe_record read_probe(const json& from)
{
    probe_record p;
    p.on = read_device_key(from);
    for (const auto& [name, value] : from.at("numbers").items())
        p.numbers[name] = value;
    p.when_s = read_when(from.at("when_s"));
    return p;
}

wisdom_record read_record(const json& from)
{
    if (!from.is_object() || !from.contains("gpufft-wisdom"))
        refuse("it is no wisdom");
    if (from.at("gpufft-wisdom") != FORMAT)
        refuse("it is of another format");
    const std::string record = from.at("record");
    if (record == "plan")
        return read_plan(from);
    if (record == "probe")
        return read_probe(from);
    refuse("nothing is known of records \"{}\"", record);
}

json json_of(const wisdom_entry& p)
{
    auto line = json_of("plan", p.on);
    line["transform"] = p.transform;
    line["rows"] = p.rows == call_size::few ? "few" : "many";
    line["plan"] = p.plan;
    line["seconds"] = p.seconds;
    line["before_s"] = p.before_s;
    line["batch"] = p.batch;
    line["effort"] = to_string(p.how);
    line["when_s"] = p.when_s;
    return line;
}

json json_of(const probe_record& p)
{
    auto line = json_of("probe", p.on);
    line["numbers"] = p.numbers;
    line["when_s"] = p.when_s;
    return line;
}

} // namespace

bool device_key::operator==(const device_key& other) const
{
    return whole(*this) == whole(other);
}

bool device_key::is_same_device(const device_key& other) const
{
    return backend == other.backend && product == other.product;
}

bool device_key::is_same_architecture(const device_key& other) const
{
    return backend == other.backend && product != other.product &&
           !architecture.empty() && architecture == other.architecture &&
           version == other.version;
}

const device_key& on_of(const wisdom_record& r)
{
    return std::visit([](const auto& one) -> const device_key& { return one.on; }, r);
}

std::int64_t when_of(const wisdom_record& r)
{
    return std::visit([](const auto& one) { return one.when_s; }, r);
}

std::string to_line(const wisdom_record& r)
{
    return std::visit([](const auto& one) { return one_line(json_of(one)); }, r);
}

wisdom_record parse_wisdom(const std::string& line)
{
    try {
        return read_record(parse_record_line(line));
    } catch (const json::exception& e) {
        throw plan_error(e.what());
    }
}

wisdom_record parse_sent_wisdom(const std::string& line)
{
    auto r = parse_wisdom(line);
    if (const auto* p = std::get_if<wisdom_entry>(&r)) {
        const auto of = to_string(parse_plan(p->plan).request);
        if (of != p->transform)
            refuse("its plan is for {}, and its transform is {}", of, p->transform);
    }
    return r;
}

std::int64_t seconds_since_1970()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

} // namespace gpufft
