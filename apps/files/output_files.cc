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
mode_t default_mode()
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

//! The number of what is open already and goes by \p path; -1: \p path is no such name.
int number_of_open(const std::string& path)
{
    if (path == "/dev/stdout" || path == "/dev/stderr")
        return path == "/dev/stdout" ? STDOUT_FILENO : STDERR_FILENO;
    int number = -1, length = 0;
    const int found = std::sscanf(path.c_str(), "/dev/fd/%9d%n", &number, &length);
    return found == 1 && path.size() == std::size_t(length) ? number : -1;
}

//! A device, a FIFO, or what is open already: nothing that another file may replace.
bool is_stream(const std::string& path)
{
    struct stat found = {};
    return number_of_open(path) >= 0 ||
           (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode));
}

//! What is open is written to from where it stands: its beginning is not ours.
int open_stream(const std::string& path)
{
    const int number = number_of_open(path);
    return number >= 0 ? ::fcntl(number, F_DUPFD_CLOEXEC, 0)
                       : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
}

void write_stream(const std::string& path, const std::string& text)
{
    const file_handle file(open_stream(path));
    if (!file)
        throw cannot_write(path, std::generic_category().message(errno));
    try {
        write_all(file, text, path);
    } catch (const std::system_error& e) {
        throw cannot_write(path, e.code().message());
    }
}

void replace_file(const std::string& path, const std::string& text)
{
    // Nobody can have made a link of a random name to another of the user's files.
    auto partial = path + ".part-XXXXXX";
    const file_handle file(::mkostemp(partial.data(), O_CLOEXEC));
    if (!file)
        throw cannot_write(path, std::generic_category().message(errno));
    try {
        write_all(file, text, path);
        ::fchmod(file.get(), default_mode()); // mkostemp's is for secrets
        sync(file, path);
        if (::rename(partial.c_str(), path.c_str()) != 0)
            throw_errno(path);
    } catch (const std::system_error& e) {
        ::unlink(partial.c_str());
        throw cannot_write(path, e.code().message());
    }
}

} // namespace

void make_folder(const std::string& folder)
{
    boost::system::error_code error;
    // Versions of Boost disagree in what they say of a file above the folder.
    for (fs::path above = folder; !above.empty(); above = above.parent_path())
        if (fs::exists(above, error) && !fs::is_directory(above, error))
            throw cannot_write(folder,
                               fmt::format("{} is a file, and a folder is needed",
                                           above == folder ? "it" : above.string()));
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
    if (is_stream(path))
        write_stream(path, text);
    else
        replace_file(path, text);
}

} // namespace gpufft::app
