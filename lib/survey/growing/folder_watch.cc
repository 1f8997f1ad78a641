/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/growing/folder_watch.h"
#include "survey/store/whole_file.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/inotify.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

//! The file of samples that metadata of SigMF name; "": one that is called as they are.
std::string dataset_of(const std::string& meta)
{
    const auto text = contents_of(meta);
    const auto found = nlohmann::json::parse(text.value_or(""), nullptr, false);
    const auto at = nlohmann::json::json_pointer("/global/core:dataset");
    if (!found.is_object() || !found.contains(at) || !found[at].is_string())
        return "";
    return found[at].get<std::string>();
}

//! The files that make the recording at \p path; none: it is a folder.
std::vector<std::string> files_of(const std::string& path)
{
    boost::system::error_code ignored;
    if (fs::is_directory(path, ignored))
        return {};
    fs::path data(path);
    if (data.extension() != ".sigmf-meta")
        return { path };
    const auto dataset = dataset_of(path);
    if (dataset.empty())
        return { path, data.replace_extension(".sigmf-data").string() };
    return { path, (data.parent_path() / dataset).string() };
}

bool are_all_there(const std::vector<std::string>& files)
{
    return std::all_of(files.begin(), files.end(), [](const auto& each) {
        boost::system::error_code ignored;
        return fs::is_regular_file(each, ignored);
    });
}

//! What changes when a file does.
std::string state_of_file(const std::string& path)
{
    boost::system::error_code none, untimed;
    const auto bytes = fs::file_size(path, none);
    const auto time = fs::last_write_time(path, untimed);
    return none ? "-" : fmt::format("{}:{}", bytes, time);
}

std::string state_of(const std::string& path)
{
    std::string state;
    for (const auto& each : files_of(path))
        state += state_of_file(each) + " ";
    if (!state.empty())
        return state;
    std::size_t files = 0;
    std::uintmax_t bytes = 0;
    std::time_t newest = 0;
    boost::system::error_code error;
    for (fs::recursive_directory_iterator each(path, error), end; !error && each != end;
         each.increment(error)) {
        boost::system::error_code unsized, untimed;
        const auto size = fs::file_size(each->path(), unsized);
        const auto time = fs::last_write_time(each->path(), untimed);
        ++files;
        bytes += unsized ? 0 : size; // of a folder
        newest = std::max(newest, untimed ? 0 : time);
    }
    return fmt::format("{}:{}:{}", files, bytes, newest);
}

} // namespace

folder_watch::folder_watch(const std::vector<std::string>& folders,
                           std::chrono::duration<double> settle,
                           bool with_events)
    : d_settle(settle),
      d_events(with_events ? ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC) : -1)
{
    for (const auto& each : folders)
        watch(each);
}

//! A folder, and those in it. One that inotify has no room for goes without.
void folder_watch::watch(const std::string& folder)
{
    if (!d_events)
        return;
    const int number = ::inotify_add_watch(
        d_events.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE);
    if (number < 0)
        return;
    d_folders[number] = folder;
    boost::system::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        boost::system::error_code ignored;
        if (fs::is_directory(each->path(), ignored))
            watch(each->path().string());
    }
}

bool folder_watch::look()
{
    bool has_any = false;
    alignas(inotify_event) char bytes[16384];
    while (d_events) {
        const auto count = ::read(d_events.get(), bytes, sizeof(bytes));
        if (count <= 0)
            break;
        has_any = true;
        for (const char* at = bytes; at < bytes + count;) {
            inotify_event e;
            std::memcpy(&e, at, sizeof(e));
            const auto folder = d_folders.find(e.wd);
            if (folder != d_folders.end() && e.len > 0)
                take_event(folder->second, at + sizeof(e), e.mask);
            at += sizeof(e) + e.len;
        }
    }
    return has_any;
}

void folder_watch::take_event(const std::string& folder,
                              const std::string& name,
                              unsigned mask)
{
    const auto path = (fs::path(folder) / name).string();
    if (mask & IN_ISDIR)
        watch(path);
    else if (mask & (IN_CLOSE_WRITE | IN_MOVED_TO))
        d_closed.insert(path);
    else
        d_closed.erase(path); // made anew
}

bool folder_watch::is_complete(const std::string& recording)
{
    const auto files = files_of(recording);
    const bool are_there = are_all_there(files);
    if (are_there && !files.empty() &&
        std::all_of(files.begin(), files.end(), [&](const auto& each) {
            return d_closed.count(each) > 0;
        }))
        return true;
    const auto state = state_of(recording);
    auto& last = d_seen[recording];
    if (last.state != state) {
        last = { state, clock::now() };
        return false;
    }
    return are_there && !is_settling(recording);
}

bool folder_watch::is_settling(const std::string& recording) const
{
    const auto found = d_seen.find(recording);
    return found != d_seen.end() && clock::now() - found->second.since < d_settle;
}

void folder_watch::forget(const std::string& recording)
{
    for (const auto& each : files_of(recording))
        d_closed.erase(each);
    d_seen.erase(recording);
}

} // namespace gpufft
