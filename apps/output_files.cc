/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/output_files.h"
#include <fmt/format.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstdio>
#include <stdexcept>

namespace fs = boost::filesystem;

namespace gpufft::app {

namespace {

std::runtime_error cannot_write(const std::string& path, const std::string& reason)
{
    return std::runtime_error(fmt::format("cannot write {}: {}", path, reason));
}

// False with errno set where the disk, or its quota, is full.
bool write_and_close(std::FILE* file, const std::string& text)
{
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int error = errno;
    const bool is_closed = std::fclose(file) == 0;
    if (!is_written)
        errno = error;
    return is_written && is_closed;
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
    const auto partial = fmt::format("{}.{}.part", path, getpid());
    std::FILE* file = std::fopen(partial.c_str(), "wb");
    if (!file)
        throw cannot_write(path, std::generic_category().message(errno));
    if (!write_and_close(file, text) || std::rename(partial.c_str(), path.c_str())) {
        const int error = errno;
        std::remove(partial.c_str());
        throw cannot_write(path, std::generic_category().message(error));
    }
}

} // namespace gpufft::app
