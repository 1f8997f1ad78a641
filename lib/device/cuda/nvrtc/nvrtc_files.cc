/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/log.h"
#include "base/trusted_file.h"
#include "device/cuda/nvrtc/nvrtc_files.h"
#include <fmt/format.h>
#include <gpufft/package_folders.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

namespace gpufft::cuda {

namespace {

namespace fs = boost::filesystem;

constexpr int OLDEST_COMPILER = 11;

// From 11.2 to 11.8 the library has one name.
std::string file_name(int major)
{
    return major == 11 ? "libnvrtc.so.11.2" : fmt::format("libnvrtc.so.{}", major);
}

std::vector<std::string> folders_like(const std::string& in, const std::string& prefix)
{
    std::vector<std::string> all;
    boost::system::error_code failed;
    for (fs::directory_iterator entry(in, failed), end; !failed && entry != end;
         entry.increment(failed))
        if (entry->path().filename().string().rfind(prefix, 0) == 0)
            all.push_back(entry->path().string());
    return all;
}

//! "python3.9" before "python3.11", "cuda-12.9" before "cuda-13.0".
bool is_earlier(const std::string& a, const std::string& b)
{
    return ::strverscmp(a.c_str(), b.c_str()) < 0;
}

std::vector<std::string> newest_first(std::vector<std::string> folders)
{
    std::sort(folders.rbegin(), folders.rend(), is_earlier);
    return folders;
}

//! What Pythons that share the folder \p lib have there as their packages.
std::vector<std::string> packages_in(const std::string& lib)
{
    std::vector<std::string> all;
    for (const auto& python : newest_first(folders_like(lib, "python3")))
        for (const auto* name : { "/site-packages", "/dist-packages" })
            all.push_back(python + name);
    return all;
}

//! Below a folder of packages, where the wheels put libraries.
std::vector<std::string> wheel_folders(const std::string& packages, int major)
{
    return { fmt::format("{}/nvidia/cu{}/lib", packages, major),
             packages + "/nvidia/cuda_nvrtc/lib" };
}

//! Where libraries may lie in an environment, a toolkit, or a folder of packages.
std::vector<std::string> library_folders(const std::string& root, int major)
{
    std::vector<std::string> all = { root,
                                     root + "/lib64",
                                     root + "/lib",
                                     root + "/targets/x86_64-linux/lib",
                                     root + "/targets/sbsa-linux/lib" };
    auto packages = packages_in(root + "/lib");
    packages.insert(packages.begin(), root);
    for (const auto& each : packages)
        for (auto& folder : wheel_folders(each, major))
            all.push_back(std::move(folder));
    return all;
}

//! Each \p text once in a process: devices are listed again and again.
void warn_once(const std::string& text)
{
    static std::mutex guard;
    static auto& said = *new std::set<std::string>; // as long as the log lives
    const std::lock_guard lock(guard);
    if (said.insert(text).second)
        log().warn("{}", text);
}

//! Whose files the process loads as its own code.
bool is_safe(const fs::path& folder)
{
    if (!may_be_written_by_anybody(folder.string()))
        return true;
    warn_once(fmt::format("NVRTC is not taken from {}: anybody may write there, and what "
                          "lies there would run; `chmod o-w` mends that",
                          folder.string()));
    return false;
}

void add_if_there(const std::string& file, std::vector<std::string>* files)
{
    boost::system::error_code failed;
    if (fs::is_regular_file(file, failed) && is_safe(fs::path(file).parent_path()))
        files->push_back(file);
}

void add_files_in(const std::string& root, int major, std::vector<std::string>* files)
{
    if (root.empty() || root.front() != '/')
        return;
    for (const auto& folder : library_folders(root, major))
        add_if_there(folder + "/" + file_name(major), files);
}

std::vector<std::string> files_in(const std::vector<std::string>& folders,
                                  int driver_major)
{
    std::vector<std::string> files;
    for (int major = driver_major; major >= OLDEST_COMPILER; --major)
        for (const auto& each : folders) {
            if (each == LOADER)
                files.push_back(file_name(major));
            else
                add_files_in(each, major, &files);
        }
    return files;
}

//! \p named is a file or a folder; of neither there is no file.
std::vector<std::string> files_named(const std::string& named, int driver_major)
{
    if (named.front() != '/') {
        warn_once(fmt::format("$GPUFFT_NVRTC, {}, is not looked at: it takes a path that "
                              "begins with /",
                              named));
        return {};
    }
    boost::system::error_code failed;
    if (fs::is_directory(named, failed))
        return files_in({ named }, driver_major);
    std::vector<std::string> files;
    add_if_there(named, &files);
    return files;
}

} // namespace

nvrtc_places default_places()
{
    nvrtc_places found;
    auto& all = found.folders;
    const auto add = [&](const std::vector<std::string>& folders) {
        std::copy_if(folders.begin(),
                     folders.end(),
                     std::back_inserter(all),
                     [](const auto& each) { return !each.empty(); });
    };
    found.named = env::nvrtc();
    add(package_folders());
    add({ env::virtual_env(), env::conda_prefix() });
    all.push_back(LOADER);
    add({ env::cuda_home(), env::cuda_path(), "/usr/local/cuda" });
    add(newest_first(folders_like("/usr/local", "cuda-")));
    add({ "/opt/cuda" });
    if (const auto home = env::home(); !home.empty())
        add(packages_in(home + "/.local/lib"));
    add(packages_in("/usr/local/lib"));
    return found;
}

std::vector<std::string> nvrtc_files(const nvrtc_places& in, int driver_version)
{
    const int driver_major = driver_version / 1000;
    return in.named.empty() ? files_in(in.folders, driver_major)
                            : files_named(in.named, driver_major);
}

} // namespace gpufft::cuda
