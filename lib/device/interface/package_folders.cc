/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gpufft/package_folders.h>
#include <mutex>
#include <utility>

namespace gpufft {

namespace {

struct kept_folders {
    std::mutex guard;
    std::vector<std::string> folders;

    //! Never destroyed: threads may still ask as the process ends.
    static kept_folders& instance()
    {
        static auto& the_one = *new kept_folders;
        return the_one;
    }
};

} // namespace

void set_package_folders(std::vector<std::string> folders)
{
    auto& kept = kept_folders::instance();
    const std::lock_guard lock(kept.guard);
    kept.folders = std::move(folders);
}

std::vector<std::string> package_folders()
{
    auto& kept = kept_folders::instance();
    const std::lock_guard lock(kept.guard);
    return kept.folders;
}

} // namespace gpufft
