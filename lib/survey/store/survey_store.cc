/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "survey/store/json_file.h"
#include "survey/store/survey_store.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cctype>
#include <map>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

const char PROBLEMS[] = "problems.json";

std::string shown(const nlohmann::ordered_json& value)
{
    return value.is_null() ? "nothing" : value.dump();
}

//! What the folder holds of its settings. \throws survey_error  it is no survey
nlohmann::ordered_json settings_in(const std::string& path, const std::string& text)
{
    const auto found = json_of(path, text);
    if (found.value("gpufft_survey", nlohmann::ordered_json()) != SURVEY_FORMAT ||
        !found.value("is_single", nlohmann::ordered_json()).is_boolean() ||
        !found.value("settings", nlohmann::ordered_json()).is_object())
        throw survey_error(fmt::format(
            "{} is none that this program can go on with; give another --out", path));
    return found;
}

//! \throws survey_error  names the first setting that is another one
void compare(const std::string& folder,
             const nlohmann::ordered_json& there,
             const nlohmann::ordered_json& asked)
{
    if (there == asked)
        return;
    auto all = there;
    all.update(asked);
    for (const auto& [name, ignored] : all.items()) {
        const auto was = there.value(name, nlohmann::ordered_json());
        const auto is = asked.value(name, nlohmann::ordered_json());
        if (was != is)
            throw survey_error(
                fmt::format("{} was begun with {} {}, and {} is asked for now; "
                            "the settings it has, or another --out, work",
                            folder,
                            name,
                            shown(was),
                            shown(is)));
    }
}

//! Adds what the index of the group \p name says. \throws survey_error  it is damaged
void add_stored(std::map<std::string, nlohmann::ordered_json>& to,
                const std::string& folder,
                const std::string& name)
{
    const auto path = folder + "/" + name + "/.zmetadata";
    const auto index = json_in(path);
    const auto found = index.find("metadata");
    if (found == index.end() || !found->is_object())
        throw survey_error(path + " has no metadata: it is damaged");
    for (const auto& [file, json] : found->items())
        to[name + "/" + file] = json;
}

bool holds_other_files(const std::string& folder)
{
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
        if (each->path().filename() != ".gpufft")
            return true;
    return false;
}

} // namespace

survey_store::survey_store(std::string folder,
                           const survey_settings& settings,
                           bool is_single)
    : d_folder(std::move(folder)),
      d_settings(settings),
      d_is_single(is_single),
      d_files(d_folder + "/.gpufft/partial")
{
    nlohmann::ordered_json asked;
    asked["gpufft_survey"] = SURVEY_FORMAT;
    asked["is_single"] = is_single;
    asked["settings"] = to_json(settings);
    make_folders(d_folder);
    const auto path = d_folder + "/survey.json";
    auto text = contents_of(path);
    if (!text && holds_other_files(d_folder)) {
        text = contents_of(path); // another process may have begun the survey since
        if (!text)
            throw survey_error(fmt::format(
                "{} holds other files and no survey; give another --out", d_folder));
    }
    if (text) {
        const auto there = settings_in(path, *text);
        compare(d_folder,
                there.value("settings", nlohmann::ordered_json::object()),
                asked["settings"]);
        if (there.value("is_single", false) != is_single)
            throw survey_error(fmt::format(
                "{} is of {}; the inputs it was begun with, or "
                "another --out, work",
                d_folder,
                is_single ? "several recordings or channels" : "one recording alone"));
        return;
    }
    d_files.write(path, zarr_text(asked));
}

std::shared_ptr<recording_group> survey_store::add(const recording& of,
                                                   const channel_choice& channel,
                                                   const std::string& name,
                                                   bool grows)
{
    auto group = std::make_shared<recording_group>(
        d_is_single ? d_folder : d_folder + "/" + name,
        of,
        channel,
        d_settings,
        grows ? row_origin::more_samples : row_origin::samples);
    group->check_identity();
    if (group->rows().has_end() && !grows)
        group->write_metadata(d_files);
    return group;
}

void survey_store::write_index(
    const std::vector<std::shared_ptr<recording_group>>& groups) const
{
    if (d_is_single)
        return; // the group has it
    nlohmann::ordered_json index;
    index["zarr_consolidated_format"] = 1;
    index["metadata"][".zgroup"] = { { "zarr_format", 2 } };
    d_files.write(d_folder + "/.zgroup", zarr_text(index["metadata"][".zgroup"]));
    std::map<std::string, nlohmann::ordered_json> all;
    // Earlier runs may have been of other inputs.
    for (const auto& name : groups_in(d_folder))
        add_stored(all, d_folder, name);
    for (const auto& group : groups) {
        const auto name = fs::path(group->folder()).filename().string();
        for (const auto& [file, json] : group->metadata())
            all[name + "/" + file] = json;
    }
    for (const auto& [file, json] : all)
        index["metadata"][file] = json;
    d_files.write(d_folder + "/.zmetadata", zarr_text(index));
}

void survey_store::note_problems(const std::vector<std::string>& tried,
                                 const std::map<std::string, std::string>& found) const
{
    const auto before = problems_of(d_folder);
    auto all = before;
    for (const auto& each : tried)
        all.erase(each);
    for (const auto& [input, reason] : found)
        all[input] = reason;
    if (all == before)
        return;
    const auto path = d_folder + "/" + PROBLEMS;
    boost::system::error_code ignored;
    if (all.empty())
        fs::remove(path, ignored);
    else
        d_files.write(path, zarr_text(nlohmann::ordered_json(all)));
}

std::vector<std::string> groups_in(const std::string& folder)
{
    std::vector<std::string> names;
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
        if (fs::exists(each->path() / ".zmetadata", error))
            names.push_back(each->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::map<std::string, std::string> problems_of(const std::string& folder)
{
    const auto path = folder + "/" + PROBLEMS;
    const auto text = contents_of(path);
    std::map<std::string, std::string> all;
    if (!text)
        return all;
    const auto found = json_of(path, *text);
    for (const auto& [input, reason] : found.items())
        if (reason.is_string())
            all[input] = reason.get<std::string>();
    return all;
}

void survey_store::finish() const
{
    if (has_claims_of_others(claims_folder()))
        return;
    boost::system::error_code ignored;
    fs::remove_all(d_folder + "/.gpufft", ignored);
}

std::vector<std::string> group_names(const std::vector<const recording*>& of,
                                     const std::vector<channel_choice>& channels)
{
    std::vector<std::string> names;
    std::map<std::string, int> times;
    for (std::size_t i = 0; i < of.size(); ++i) {
        auto name = of[i]->name;
        for (char& c : name)
            if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' &&
                c != '.')
                c = '_';
        if (name.empty() || name[0] == '.')
            name = "_" + name;
        if (of[i]->chosen.size() > 1)
            name += fmt::format("-channel{}", channels[i].channel);
        ++times[name];
        names.push_back(name);
    }
    for (std::size_t i = 0; i < of.size(); ++i)
        if (times[names[i]] > 1)
            names[i] += "-" + stable_hash({ of[i]->path }).substr(0, 8);
    return names;
}

} // namespace gpufft
