/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "base/trusted_file.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace fs = boost::filesystem;

namespace gpufft::app {

namespace {

std::runtime_error cannot_write(const std::string& path, const std::string& reason)
{
    return std::runtime_error(fmt::format("cannot write {}: {}", path, reason));
}

//! The mode that programs usually give a new file.
mode_t usual_mode()
{
    const auto mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

//! What tells of a full disk, or of a full quota, at the latest.
void sync(const file_handle& file, const std::string& path)
{
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        throw_errno("cannot write " + path);
}

} // namespace

void make_folder(const std::string& folder)
{
    boost::system::error_code error;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw cannot_write(folder, "it is a file, and a folder is needed");
    fs::create_directories(folder, error);
    if (error)
        throw cannot_write(folder, error.message());
}

void check_folder_of(const std::string& path)
{
    const auto folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder))
        throw cannot_write(path, fmt::format("there is no folder {}", folder.string()));
}

void write_whole_file(const std::string& path, const std::string& text)
{
    // Nobody can have made a link of a random name to another of the user's files.
    auto partial = path + ".part-XXXXXX";
    file_handle file(::mkostemp(partial.data(), O_CLOEXEC));
    if (!file)
        throw cannot_write(path, std::generic_category().message(errno));
    try {
        write_all(file, text, path);
        ::fchmod(file.get(), usual_mode()); // mkostemp's is for secrets
        sync(file, path);
        if (::rename(partial.c_str(), path.c_str()) != 0)
            throw_errno(path);
    } catch (const std::system_error& e) {
        ::unlink(partial.c_str());
        throw cannot_write(path, e.code().message());
    }
}

} // namespace gpufft::app
