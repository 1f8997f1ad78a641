/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/stored_group.h"
#include "survey/store/json_file.h"
#include "survey/store/survey_store.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>

namespace fs = boost::filesystem;

namespace gpufft {

stored_survey::stored_survey(const std::string& folder)
{
    const auto path = folder + "/survey.json";
    const auto text = contents_of(path);
    const auto found = text ? json_of(path, *text) : nullptr;
    if (!found.contains("gpufft_survey"))
        throw survey_error(fmt::format(
            "{} is no survey: gpufft process makes one, and a file survey.json in it",
            folder));
    if (found["gpufft_survey"] != SURVEY_FORMAT)
        throw survey_error(fmt::format("{} is of another format than {}, which this "
                                       "program reads; a newer one may read it",
                                       path,
                                       SURVEY_FORMAT));
    settings = found.value("settings", nlohmann::ordered_json::object());
    const auto is_single = found.value("is_single", nlohmann::ordered_json(false));
    if (!settings.is_object() || !is_single.is_boolean())
        throw survey_error(fmt::format("{} is damaged: settings must be an object, and "
                                       "is_single true or false",
                                       path));
    is_under_way = fs::is_directory(folder + "/.gpufft");
    problems = problems_of(folder);
    if (!is_single.get<bool>()) {
        for (const auto& name : groups_in(folder))
            groups.emplace_back(folder + "/" + name, name);
        return;
    }
    // A pipe has no end, and its group no axes, before all of it has been read.
    if (fs::exists(folder + "/.zmetadata"))
        groups.emplace_back(folder, "");
}

const stored_group& stored_survey::group(const std::string& name) const
{
    std::string names;
    for (const auto& each : groups) {
        if (each.name() == name || (name.empty() && groups.size() == 1))
            return each;
        names += (names.empty() ? "" : ", ") + each.name();
    }
    if (groups.empty())
        throw survey_error("the survey has no rows yet");
    throw survey_error(
        name.empty()
            ? fmt::format("the survey has the groups {}; name one with --group", names)
            : fmt::format("the survey has no group {}; it has {}",
                          name,
                          names.empty() ? "one without a name" : names));
}

} // namespace gpufft
