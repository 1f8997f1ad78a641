/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/trusted_file.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <cerrno>
#include <stdexcept>

namespace gpufft {

namespace {

constexpr mode_t WRITTEN_BY_OTHERS = S_IWGRP | S_IWOTH;
constexpr std::size_t PIECE_BYTES = std::size_t(1) << 16; // of one call

struct stat status_of(const file_handle& file, const std::string& path)
{
    struct stat found = {};
    if (::fstat(file.get(), &found) != 0)
        throw_errno("cannot look at " + path);
    return found;
}

//! Without waiting for whom a FIFO has at its other end; none where there is no file.
file_handle open_at_once(const std::string& path, int flags)
{
    const int number =
        ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
    if (number >= 0)
        return file_handle(number);
    if (errno == ELOOP && (flags & O_NOFOLLOW))
        throw std::runtime_error(path + " is a link, and a file itself is needed there");
    if (errno != ENOENT || (flags & O_CREAT))
        throw_errno("cannot open " + path);
    return file_handle();
}

void check_regular(const struct stat& s, const std::string& path)
{
    if (!S_ISREG(s.st_mode))
        throw std::runtime_error(path + " is no regular file");
}

void check_trusted(const struct stat& s, const std::string& path)
{
    if (s.st_uid != ::geteuid() && s.st_uid != 0)
        throw std::runtime_error(fmt::format(
            "{} belongs to another user ({}), and only files of this user ({}) "
            "and of root are trusted there",
            path,
            s.st_uid,
            ::geteuid()));
    if (s.st_mode & WRITTEN_BY_OTHERS)
        throw std::runtime_error(fmt::format(
            "others than its owner may write {} (mode {:04o}), so it is not trusted; "
            "`chmod go-w` mends that, where you know what is in it",
            path,
            s.st_mode & 07777));
}

} // namespace

void file_handle::close()
{
    if (d_number >= 0)
        ::close(d_number);
    d_number = -1;
}

void throw_errno(const std::string& subject)
{
    throw std::system_error(errno, std::generic_category(), subject);
}

file_handle open_regular(const std::string& path, int flags)
{
    auto file = open_at_once(path, flags);
    if (file)
        check_regular(status_of(file, path), path);
    return file;
}

file_handle open_trusted(const std::string& path, int flags)
{
    auto file = open_regular(path, flags | O_NOFOLLOW);
    if (file)
        check_trusted(status_of(file, path), path);
    return file;
}

bool may_be_written_by_anybody(const std::string& folder)
{
    struct stat found = {};
    return ::stat(folder.c_str(), &found) == 0 && (found.st_mode & S_IWOTH);
}

std::string read_all(const file_handle& file, const std::string& path)
{
    // In the text itself: a thread may have a stack that takes no piece.
    std::string text;
    for (std::size_t length = 0;;) {
        text.resize(length + PIECE_BYTES);
        const auto got = ::read(file.get(), &text[length], PIECE_BYTES);
        if (got < 0 && errno != EINTR)
            throw_errno("cannot read " + path);
        length += got > 0 ? static_cast<std::size_t>(got) : 0;
        if (got == 0) {
            text.resize(length);
            return text;
        }
    }
}

void write_all(const file_handle& file, std::string_view text, const std::string& path)
{
    while (!text.empty()) {
        const auto written = ::write(file.get(), text.data(), text.size());
        if (written < 0 && errno != EINTR)
            throw_errno("cannot write " + path);
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace gpufft
