/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/line_file.h"
#include "base/log.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cerrno>
#include <mutex>
#include <set>
#include <sstream>

namespace gpufft {

namespace {

[[noreturn]] void throw_errno(const std::string& what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

class open_file
{
public:
    open_file(const std::string& path, int flags)
        : d_path(path), d_number(::open(path.c_str(), flags | O_CLOEXEC, 0600))
    {
    }
    ~open_file()
    {
        if (d_number >= 0)
            ::close(d_number);
    }
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;

    explicit operator bool() const { return d_number >= 0; }
    int get() const { return d_number; }

    std::string read_all() const
    {
        std::string text;
        for (char piece[1 << 16];;) {
            const auto got = ::read(d_number, piece, sizeof(piece));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                throw_errno("cannot read " + d_path);
            if (got == 0)
                return text;
            text.append(piece, static_cast<std::size_t>(got));
        }
    }

    void write_all(const std::string& text) const
    {
        for (std::size_t done = 0; done < text.size();) {
            const auto written =
                ::write(d_number, text.data() + done, text.size() - done);
            if (written < 0 && errno != EINTR)
                throw_errno("cannot write " + d_path);
            done += static_cast<std::size_t>(std::max<ssize_t>(0, written));
        }
    }

    //! Its last line has an end, or there is none.
    bool ends_with_line() const
    {
        char last = '\n';
        const auto size = ::lseek(d_number, 0, SEEK_END);
        return size <= 0 || ::pread(d_number, &last, 1, size - 1) != 1 || last == '\n';
    }

private:
    std::string d_path;
    int d_number;
};

//! Who has it is the only one that writes. A file of its own: the other is replaced.
class writers_lock
{
public:
    explicit writers_lock(const std::string& path)
        : d_file(path + ".lock", O_RDWR | O_CREAT)
    {
        if (!d_file)
            throw_errno("cannot make " + path + ".lock");
        while (::flock(d_file.get(), LOCK_EX) != 0) {
            if (errno != EINTR)
                throw_errno("cannot lock " + path + ".lock");
        }
    }

private:
    open_file d_file; // closing it lets go
};

void make_folder_of(const std::string& path)
{
    const auto folder = boost::filesystem::path(path).parent_path();
    if (!folder.empty())
        boost::filesystem::create_directories(folder);
}

//! Nothing where there is no file.
std::string text_of(const std::string& path)
{
    const open_file file(path, O_RDONLY);
    if (!file && errno != ENOENT)
        throw_errno("cannot open " + path);
    return file ? file.read_all() : "";
}

//! Whoever reads \p path finds what it was or \p lines. Its lock is held.
void replace(const std::string& path, const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text += line + '\n';
    const auto temporary = path + ".new";
    {
        const open_file file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file)
            throw_errno("cannot make " + temporary);
        file.write_all(text);
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0)
        throw_errno("cannot rename " + temporary);
}

//! 0 where there is no file.
std::size_t bytes_of(const std::string& path)
{
    struct stat found = {};
    return ::stat(path.c_str(), &found) == 0 ? static_cast<std::size_t>(found.st_size)
                                             : 0;
}

} // namespace

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);) {
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> line_file::read() const { return lines_of(text_of(d_path)); }

void line_file::append(const std::vector<std::string>& lines) const
{
    if (lines.empty())
        return;
    make_folder_of(d_path);
    const writers_lock lock(d_path);
    const open_file file(d_path, O_RDWR | O_CREAT | O_APPEND);
    if (!file)
        throw_errno("cannot open " + d_path);
    // What a process that was killed left of its line is not to become part of ours.
    std::string text = file.ends_with_line() ? "" : "\n";
    for (const auto& line : lines)
        text += line + '\n';
    file.write_all(text);
}

void line_file::keep(const std::function<bool(const std::string&)>& keep) const
{
    make_folder_of(d_path);
    const writers_lock lock(d_path);
    lines kept;
    for (const auto& line : read()) {
        if (keep(line))
            kept.push_back(line);
    }
    replace(d_path, kept);
}

void line_file::shorten(std::size_t most_bytes,
                        const std::function<lines(const lines&)>& shorten) const
{
    if (bytes_of(d_path) <= most_bytes)
        return;
    const writers_lock lock(d_path);
    if (bytes_of(d_path) > most_bytes) // nobody else has done it meanwhile
        replace(d_path, shorten(read()));
}

void line_file::warn_of_skipped(std::size_t count, const std::string& why) const
{
    static std::mutex mutex;
    static std::set<std::string> warned;
    const std::lock_guard<std::mutex> guard(mutex);
    if (warned.insert(d_path).second) {
        log().warn("{}: {} {} skipped, the first because: {}",
                   d_path,
                   count,
                   count == 1 ? "line is" : "lines are",
                   why);
    }
}

} // namespace gpufft
