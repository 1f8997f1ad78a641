/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/replace_file.h"
#include "device/kernels/cache_sweep.h"
#include <sys/stat.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <map>
#include <mutex>
#include <vector>

namespace gpufft {

namespace {

namespace fs = boost::filesystem;

constexpr std::chrono::hours A_WHILE{ 1 };
constexpr std::size_t KEY_DIGITS = 32;      // of stable_hash()
constexpr std::uintmax_t BLOCK_BYTES = 512; // of st_blocks, whatever the disk's are

struct kernel_file {
    std::string path;
    timespec used;
    std::uintmax_t bytes;

    bool operator<(const kernel_file& other) const
    {
        return used.tv_sec != other.used.tv_sec ? used.tv_sec < other.used.tv_sec
                                                : used.tv_nsec < other.used.tv_nsec;
    }
};

//! A file keeps the time of a clock that was ahead, as of a machine with a wrong one:
//! beyond a while from now that tells nothing.
bool is_of_time_to_come(const timespec& time)
{
    return time.tv_sec > std::time(nullptr) + std::chrono::seconds(A_WHILE).count();
}

//! When the file of \p status was used; where nobody can tell, before all others.
timespec last_use(const struct stat& status)
{
    return is_of_time_to_come(status.st_mtim) ? timespec{} : status.st_mtim;
}

//! Others are somebody else's.
bool is_key(const std::string& name)
{
    return name.size() == KEY_DIGITS &&
           name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::vector<kernel_file> kernels_in(const std::string& folder)
{
    std::vector<kernel_file> all;
    boost::system::error_code failed; // another process may sweep as well
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const auto path = entry->path().string();
        struct stat found = {};
        if (!is_key(entry->path().filename().string()) ||
            ::lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
            continue;
        // A file takes whole blocks, which a file system may not have chosen yet.
        const auto on_disk = BLOCK_BYTES * static_cast<std::uintmax_t>(found.st_blocks);
        all.push_back({ path,
                        last_use(found),
                        std::max(on_disk, static_cast<std::uintmax_t>(found.st_size)) });
    }
    return all;
}

void remove_oldest(const std::string& folder, std::uintmax_t most_bytes)
{
    auto all = kernels_in(folder);
    std::uintmax_t bytes = 0;
    for (const auto& each : all)
        bytes += each.bytes;
    if (bytes <= most_bytes)
        return;
    std::sort(all.begin(), all.end());
    for (auto oldest = all.begin(); oldest != all.end() && bytes > most_bytes / 4 * 3;
         ++oldest) {
        ::unlink(oldest->path.c_str());
        bytes -= oldest->bytes;
    }
}

} // namespace

cache_usage usage_of_cache(const std::string& folder)
{
    cache_usage all;
    for (const auto& each : kernels_in(folder)) {
        ++all.kernels;
        all.bytes += each.bytes;
    }
    return all;
}

cache_removal clear_cache(const std::string& folder)
{
    cache_removal all;
    for (const auto& each : kernels_in(folder)) {
        if (::unlink(each.path.c_str()) == 0) {
            ++all.removed.kernels;
            all.removed.bytes += each.bytes;
        } else if (errno != ENOENT) { // another process removed it
            ++all.left;
        }
    }
    return all;
}

void sweep_cache(const std::string& folder, std::uintmax_t most_bytes) noexcept
{
    try {
        remove_leftovers(folder, "", A_WHILE);
        remove_oldest(folder, most_bytes);
    } catch (const std::exception&) {
        // No memory, say. The next one may do better.
    }
}

bool is_sweep_due(const std::string& folder,
                  std::uintmax_t bytes,
                  std::uintmax_t most_bytes)
{
    static std::mutex mutex;
    static auto& written = *new std::map<std::string, std::uintmax_t>; // until the end
    const std::lock_guard<std::mutex> guard(mutex);
    const auto [at, is_first] = written.try_emplace(folder, 0);
    at->second += bytes;
    if (!is_first && at->second < most_bytes / 16)
        return false;
    at->second = 0;
    return true;
}

void note_use(int number) noexcept
{
    struct stat found = {};
    if (::fstat(number, &found) == 0 &&
        last_use(found).tv_sec + std::chrono::seconds(A_WHILE).count() <
            std::time(nullptr))
        ::futimens(number, nullptr); // where it may not be, age is that of the file
}

} // namespace gpufft
