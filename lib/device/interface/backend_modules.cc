/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/backend_modules.h"
#include <fmt/format.h>
#include <sys/stat.h>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <stdexcept>

namespace gpufft {

namespace fs = boost::filesystem;

namespace {

struct known_backend {
    const char* name;
    const char* when_missing; //!< what to do about it; {} is where it was looked for
    const char* remedy;       //!< that in short
};

// In order of preference among devices of one kind.
const known_backend KNOWN_BACKENDS[] = {
    { "cuda",
      "libgpufft-cuda.so is not in {}; build with -DENABLE_CUDA=ON, or name its folder "
      "in "
      "$GPUFFT_BACKEND_DIR",
      "install the module libgpufft-cuda.so (a build with -DENABLE_CUDA=ON has it)" },
    { "opencl",
      "libgpufft-opencl.so is not in {}; build with -DENABLE_OPENCL=ON (needs "
      "ocl-icd-opencl-dev and opencl-clhpp-headers), or name its folder in "
      "$GPUFFT_BACKEND_DIR",
      "" },
};

std::string file_of(const std::string& name) { return "libgpufft-" + name + ".so"; }

// The name inside "libgpufft-<name>.so", "" where the file is no module.
std::string name_in(const std::string& file)
{
    const std::string head = "libgpufft-", tail = ".so";
    if (file.size() <= head.size() + tail.size() || file.rfind(head, 0) != 0 ||
        file.substr(file.size() - tail.size()) != tail)
        return "";
    return file.substr(head.size(), file.size() - head.size() - tail.size());
}

// Backends known by name first, then whatever else lies in the folders.
std::vector<std::string> names_to_try(const std::vector<std::string>& folders)
{
    std::vector<std::string> names;
    for (const auto& known : KNOWN_BACKENDS)
        names.push_back(known.name);
    const auto known_end = names.size();
    for (const auto& folder : folders) {
        boost::system::error_code ignored;
        for (fs::directory_iterator entry(folder, ignored), end; entry != end;
             entry.increment(ignored)) {
            const auto name = name_in(entry->path().filename().string());
            if (!name.empty() &&
                std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        }
    }
    std::sort(names.begin() + known_end, names.end());
    return names;
}

absent_backend missing(const std::string& name, const std::vector<std::string>& folders)
{
    const auto looked_for = fmt::format("{}", fmt::join(folders, " or "));
    for (const auto& known : KNOWN_BACKENDS)
        if (name == known.name)
            return { name,
                     fmt::format(fmt::runtime(known.when_missing), looked_for),
                     known.remedy };
    return { name, fmt::format("{} is not in {}", file_of(name), looked_for) };
}

// A module of another version would be called through a different vtable.
void check_version(const boost::dll::shared_library& module)
{
    const auto version = module.get<const char*()>("gpufft_backend_version");
    if (version() != std::string(GPUFFT_VERSION))
        throw std::runtime_error(fmt::format(
            "is of version {}, this libgpufft is {}; install both from one build",
            version(),
            GPUFFT_VERSION));
}

//! Whose files the process loads as its own code; said once of one that is not.
bool is_safe(const std::string& folder)
{
    struct stat found = {};
    if (::stat(folder.c_str(), &found) != 0 || !(found.st_mode & S_IWOTH))
        return true;
    log().warn("$GPUFFT_BACKEND_DIR, {}, is not looked into: anybody may write it (mode "
               "{:04o}), and what lies there would run; `chmod o-w` mends that",
               folder,
               found.st_mode & 07777);
    return false;
}

void load(const fs::path& file, backend_modules* result)
{
    boost::dll::shared_library module(file);
    check_version(module);
    result->backends.emplace_back(module.get<backend*()>("gpufft_make_backend")());
    result->modules.push_back(std::move(module));
}

} // namespace

std::vector<std::string> module_folders(const std::string& wanted)
{
    if (!wanted.empty() && is_safe(wanted))
        return { wanted };
    const auto here = boost::dll::this_line_location().parent_path();
    return { (here / "gpufft").string(), here.string() };
}

backend_modules load_backend_modules(const std::vector<std::string>& folders)
{
    backend_modules result;
    for (const auto& name : names_to_try(folders)) {
        const auto at =
            std::find_if(folders.begin(), folders.end(), [&](const std::string& folder) {
                boost::system::error_code ignored;
                return fs::exists(fs::path(folder) / file_of(name), ignored);
            });
        if (at == folders.end()) {
            result.absent.push_back(missing(name, folders));
            continue;
        }
        const auto file = fs::path(*at) / file_of(name);
        try {
            load(file, &result);
        } catch (const std::exception& e) {
            result.absent.push_back(
                { name, fmt::format("{}: {}", file.string(), e.what()) });
        }
    }
    return result;
}

} // namespace gpufft
