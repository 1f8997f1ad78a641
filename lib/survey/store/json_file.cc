/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/store/json_file.h"
#include "survey/store/whole_file.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

// Values are printed by functions that call themselves, which a hostile file must not
// carry beyond the stack.
constexpr int MOST_LEVELS = 64;

} // namespace

nlohmann::ordered_json json_of(const std::string& path, const std::string& text)
{
    using json = nlohmann::ordered_json;
    const auto check = [&](int depth, json::parse_event_t, json&) {
        if (depth > MOST_LEVELS)
            throw survey_error(fmt::format(
                "{} is nested deeper than {} levels: it is damaged", path, MOST_LEVELS));
        return true;
    };
    auto found = json::parse(text, check, false);
    if (!found.is_object())
        throw survey_error(fmt::format("{} is no JSON object: it is damaged", path));
    return found;
}

nlohmann::ordered_json json_in(const std::string& path)
{
    const auto text = contents_of(path);
    if (!text)
        throw survey_error(fmt::format("{} is not there", path));
    return json_of(path, *text);
}

} // namespace gpufft
