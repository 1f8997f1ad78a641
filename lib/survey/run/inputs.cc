/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_rf.h"
#include "recordings/formats/guppi_raw.h"
#include "recordings/formats/sound_file.h"
#include "recordings/formats/vdif.h"
#include "recordings/samples/stored_format.h"
#include "survey/run/survey_run.h"
#include "survey/store/whole_file.h"
#include <glob.h>
#include <nlohmann/json.hpp>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <regex>
#include <set>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

//! Recorders of GUPPI RAW number the files of a scan: "scan.0000.raw".
bool is_name_of_scan(const fs::path& file)
{
    static const auto& pattern = *new std::regex(R"(.+\.\d{4}\.raw)");
    return std::regex_match(file.filename().string(), pattern) &&
           is_guppi_raw(file.string());
}

//! gpufft has made it: events of a survey are SigMF's metadata, and no recording.
bool is_survey(const fs::path& folder)
{
    const auto settings = folder / "survey.json";
    boost::system::error_code ignored;
    if (!fs::is_regular_file(settings, ignored))
        return false;
    const auto text = contents_of(settings.string());
    const auto found = nlohmann::json::parse(text.value_or(""), nullptr, false);
    return found.is_object() && found.contains("gpufft_survey");
}

//! A file's name says that it is a recording. SigMF's data go by their metadata.
bool is_recording_name(const fs::path& file)
{
    const auto extension = file.extension().string();
    return extension == ".sigmf-meta" || extension == ".sigmf" ||
           is_sound_extension(extension) || is_vdif_name(file.string()) ||
           is_name_of_scan(file) || format_of_extension(extension).has_value();
}

//! Adds the recordings in \p folder; \p fails(path, error) is told what cannot be read.
template <typename Fails>
void gather(const fs::path& folder, std::vector<std::string>& found, const Fails& fails)
{
    if (is_survey(folder))
        return;
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        const auto& path = each->path();
        boost::system::error_code failure;
        const auto kind = fs::status(path, failure).type();
        const bool is_folder = kind == fs::directory_file;
        if (failure && kind != fs::file_not_found) {
            fails(path, failure);
        } else if (is_folder && is_survey(path)) {
            continue;
        } else if (!digital_rf_folder(path.string()).empty()) {
            found.push_back(path.string());
        } else if (is_folder) {
            if (!fs::is_symlink(path, failure)) // may lead round in circles
                gather(path, found, fails);
        } else if (kind == fs::regular_file && is_recording_name(path)) {
            found.push_back(path.string());
        }
    }
    if (error)
        fails(folder, error);
}

} // namespace

std::vector<std::string> recordings_in_folder(const std::string& folder,
                                              unreadable_parts parts)
{
    std::vector<std::string> found;
    gather(folder, found, [&](const fs::path& part, const auto& error) {
        if (parts == unreadable_parts::refused)
            refuse_recording("{}: {}", part.string(), error.message());
    });
    std::sort(found.begin(), found.end());
    return found;
}

namespace {

std::vector<std::string> files_in(const std::string& folder)
{
    if (is_survey(folder))
        refuse_recording("{}: this folder is a survey, and recordings are needed",
                         folder);
    auto found = recordings_in_folder(folder);
    if (found.empty())
        refuse_recording("{}: no file in this folder has the name of a recording (SigMF, "
                         "sound, Digital RF, GUPPI RAW, VDIF, or raw as capture.cu8)",
                         folder);
    return found;
}

std::vector<std::string> matches_of(const std::string& pattern)
{
    glob_t all = {};
    std::vector<std::string> found;
    if (::glob(pattern.c_str(), 0, nullptr, &all) == 0)
        found.assign(all.gl_pathv, all.gl_pathv + all.gl_pathc);
    ::globfree(&all);
    if (found.empty())
        refuse_recording("{}: no file matches", pattern);
    return found;
}

std::vector<std::string> named_by(const std::string& input)
{
    boost::system::error_code ignored;
    if (input != "-" && fs::is_directory(input, ignored) &&
        digital_rf_folder(input).empty())
        return files_in(input);
    if (!fs::exists(input, ignored) && input.find_first_of("*?[") != std::string::npos)
        return matches_of(input);
    return { input };
}

} // namespace

std::vector<std::string> recordings_among(const std::vector<std::string>& inputs)
{
    std::vector<std::string> all;
    std::set<std::string> seen;
    for (const auto& input : inputs)
        for (const auto& file : named_by(input))
            if (seen.insert(file).second)
                all.push_back(file);
    return all;
}

} // namespace gpufft
