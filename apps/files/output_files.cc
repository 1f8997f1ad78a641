/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "base/file_in_place_of.h"
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
bool names_stream(const std::string& path)
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

} // namespace

void make_folder(const std::string& folder)
{
    if (const auto file = file_in_place_of(folder); !file.empty())
        throw cannot_write(folder,
                           fmt::format("{} is a file, and a folder is needed",
                                       file == folder ? "it" : file));
    boost::system::error_code error;
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

whole_output::whole_output(std::string path)
    : d_path(std::move(path)),
      d_partial(names_stream(d_path) ? "" : d_path + ".part-XXXXXX"),
      // Nobody can have made a link of a random name to another of the user's files.
      d_file(d_partial.empty() ? open_stream(d_path)
                               : ::mkostemp(d_partial.data(), O_CLOEXEC))
{
    if (!d_file)
        throw cannot_write(d_path, std::generic_category().message(errno));
}

whole_output::~whole_output()
{
    if (!d_partial.empty())
        ::unlink(d_partial.c_str());
}

void whole_output::write(std::string_view bytes)
{
    try {
        write_all(d_file, bytes, d_path);
    } catch (const std::system_error& e) {
        throw cannot_write(d_path, e.code().message());
    }
}

const std::string& whole_output::partial_path() const
{
    if (is_stream())
        throw cannot_write(d_path, "it is no file, which this format needs");
    return d_partial;
}

void whole_output::finish()
{
    if (is_stream())
        return;
    try {
        ::fchmod(d_file.get(), default_mode()); // mkostemp's is for secrets
        sync(d_file, d_path);
        if (::rename(d_partial.c_str(), d_path.c_str()) != 0)
            throw_errno(d_path);
    } catch (const std::system_error& e) {
        throw cannot_write(d_path, e.code().message());
    }
    d_partial.clear();
}

void write_whole_file(const std::string& path, const std::string& text)
{
    whole_output file(path);
    file.write(text);
    file.finish();
}

} // namespace gpufft::app
