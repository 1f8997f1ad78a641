/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/opencl/pocl_folder.h"
#include "device/opencl/temporary_folder.h"
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

namespace gpufft::opencl {

namespace {

namespace fs = boost::filesystem;

constexpr std::uintmax_t MIB = std::uintmax_t(1) << 20;
constexpr std::uintmax_t ROOM_TO_BEGIN = 32 * MIB; // some hundred kernels
constexpr std::uintmax_t ROOM_TO_GO_ON = 4 * MIB;  // the largest, several times

//! Bytes that this user may still write there; 0: no file can be made. Nothing where the
//! system does not say.
std::optional<std::uintmax_t> room_in(const std::string& folder)
{
    struct statvfs found = {};
    if (::statvfs(folder.c_str(), &found) != 0)
        return std::nullopt;
    const bool has_files = found.f_files == 0 || found.f_favail > 0; // 0: not counted
    return has_files ? std::uintmax_t(found.f_bavail) * found.f_frsize : 0;
}

//! Beside ours. A relative $XDG_CACHE_HOME, which is invalid, PoCL takes as it is.
std::string default_folder()
{
    const auto ours = env::cache_dir();
    if (ours.empty())
        return "";
    return (fs::path(ours).parent_path() / "pocl" / "kcache").string();
}

} // namespace

std::string pocl_folder()
{
    const auto named = env::pocl_cache_dir();
    return named.empty() ? default_folder() : named;
}

std::string fault_of_folder(const std::string& folder)
{
    boost::system::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return fmt::format("{} cannot be made: {}", folder, failed.message());
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return fmt::format("{} cannot be written: {}", folder, std::strerror(errno));
    const auto room = room_in(folder);
    if (room && *room < ROOM_TO_BEGIN)
        return fmt::format("{} has {} KiB of room, and kernels may need {} MiB",
                           folder,
                           *room / 1024,
                           ROOM_TO_BEGIN / MIB);
    return "";
}

bool is_full(const std::string& folder)
{
    const auto room = room_in(folder);
    return room && *room < ROOM_TO_GO_ON;
}

std::string folder_to_name()
{
    if (!env::pocl_cache_dir().empty())
        return "";
    const auto by_default = default_folder();
    if (!by_default.empty() && fault_of_folder(by_default).empty())
        return env::has_invalid_cache_home() ? by_default : "";
    return make_temporary_folder(
        [](const std::string& parent) { return fault_of_folder(parent).empty(); });
}

} // namespace gpufft::opencl
