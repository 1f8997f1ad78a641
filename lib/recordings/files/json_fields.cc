/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/json_fields.h"
#include "recordings/files/recording_error.h"
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

constexpr int DEEPEST = 100; // of metadata's objects and lists in each other

//! As it stands there, shortened, whatever bytes it holds.
std::string shown(const nlohmann::json& value)
{
    if (value.is_structured() && value.size() > 8)
        return value.is_array() ? "a long list" : "a large object";
    auto text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > 60)
        text = text.substr(0, 57) + "...";
    return text;
}

//! Parses, and refuses what is nested so deeply that others would run out of stack.
class shallow_parser
{
public:
    bool operator()(int depth, nlohmann::json::parse_event_t, nlohmann::json&)
    {
        d_is_deep = d_is_deep || depth > DEEPEST;
        return depth <= DEEPEST;
    }
    bool is_deep() const { return d_is_deep; }

private:
    bool d_is_deep = false;
};

} // namespace

nlohmann::json parse_json(const std::string& text, const std::string& path)
{
    shallow_parser watch;
    try {
        auto parsed = nlohmann::json::parse(
            text,
            [&watch](int depth, nlohmann::json::parse_event_t e, nlohmann::json& v) {
                return watch(depth, e, v);
            });
        if (watch.is_deep())
            refuse_recording(
                "{}: its JSON has more than {} levels in each other", path, DEEPEST);
        return parsed;
    } catch (const nlohmann::json::exception& e) {
        refuse_recording("{}: is not JSON: {}", path, e.what());
    }
}

json_fields::json_fields(std::string file,
                         std::string where,
                         const nlohmann::json& object)
    : d_file(std::move(file)), d_where(std::move(where)), d_object(object)
{
    if (!object.is_object())
        refuse_recording(
            "{}: {} must be an object, got {}", d_file, d_where, shown(object));
}

const nlohmann::json* json_fields::find(const char* name) const
{
    const auto found = d_object.find(name);
    return found == d_object.end() || found->is_null() ? nullptr : &*found;
}

std::string json_fields::place_of(const char* name) const
{
    return d_where.find('[') == std::string::npos ? name
                                                  : fmt::format("{}: {}", d_where, name);
}

void json_fields::refuse(const char* name, const std::string& words) const
{
    const auto* value = find(name);
    refuse_recording("{}: {} must be {}, got {}",
                     d_file,
                     place_of(name),
                     words,
                     value ? shown(*value) : "nothing");
}

void json_fields::refuse_missing(const char* name, const char* words) const
{
    refuse_recording("{}: {} has no {}, which must be {}", d_file, d_where, name, words);
}

std::optional<std::string> json_fields::text(const char* name) const
{
    const auto* value = find(name);
    if (!value)
        return {};
    if (!value->is_string())
        refuse(name, "a string");
    return value->get<std::string>();
}

std::optional<double> json_fields::number(const char* name) const
{
    const auto* value = find(name);
    if (!value)
        return {};
    if (!value->is_number() || !std::isfinite(value->get<double>()))
        refuse(name, "a number");
    return value->get<double>();
}

std::optional<std::int64_t> json_fields::whole(const char* name, std::int64_t least) const
{
    const auto* value = find(name);
    if (!value)
        return {};
    constexpr double MOST = 9007199254740992; // 2^53: beyond it a double skips numbers
    const auto words = fmt::format("a whole number of at least {}", least);
    std::int64_t found = 0;
    if (value->is_number_float()) {
        const auto real = value->get<double>();
        if (!(std::abs(real) <= MOST) || real != std::floor(real))
            refuse(name, words);
        found = static_cast<std::int64_t>(real);
    } else {
        const bool is_beyond =
            value->is_number_unsigned() &&
            value->get<std::uint64_t>() >
                std::uint64_t(std::numeric_limits<std::int64_t>::max());
        if (!value->is_number_integer() || is_beyond)
            refuse(name, words);
        found = value->get<std::int64_t>();
    }
    if (found < least)
        refuse(name, words);
    return found;
}

bool json_fields::flag(const char* name) const
{
    const auto* value = find(name);
    if (!value)
        return false;
    if (!value->is_boolean())
        refuse(name, "true or false");
    return value->get<bool>();
}

const nlohmann::json* json_fields::list(const char* name) const
{
    const auto* value = find(name);
    if (value && !value->is_array())
        refuse(name, "a list");
    return value;
}

const nlohmann::json& json_fields::object(const char* name) const
{
    const auto* value = find(name);
    if (!value)
        refuse_missing(name, "an object");
    if (!value->is_object())
        refuse(name, "an object");
    return *value;
}

} // namespace gpufft
