/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/line_file.h"
#include "base/log.h"
#include "base/replace_file.h"
#include "base/trusted_file.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <set>
#include <sstream>

namespace gpufft {

namespace {

//! The last line of \p file has an end, or there is none.
bool ends_with_line(const file_handle& file)
{
    char last = '\n';
    const auto size = ::lseek(file.get(), 0, SEEK_END);
    return size <= 0 || ::pread(file.get(), &last, 1, size - 1) != 1 || last == '\n';
}

//! Who has it is the only one that writes. A file of its own: the other is replaced.
class writers_lock
{
public:
    explicit writers_lock(const std::string& path)
        : d_file(open_trusted(path + ".lock", O_RDWR | O_CREAT))
    {
        while (::flock(d_file.get(), LOCK_EX) != 0) {
            if (errno != EINTR)
                throw_errno("cannot lock " + path + ".lock");
        }
    }

private:
    file_handle d_file; // closing it lets go
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
    const auto file = open_trusted(path, O_RDONLY);
    return file ? read_all(file, path) : "";
}

//! Whoever reads \p path finds what it was or \p lines. Its lock is held, so whatever
//! else was to replace it was left by a process that was killed.
void replace(const std::string& path, const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text += line + '\n';
    const boost::filesystem::path where(path);
    const auto folder = where.parent_path();
    remove_leftovers(folder.empty() ? "." : folder.string(),
                     where.filename().string(),
                     std::chrono::seconds(0));
    replace_file(path, { text }, durability::synced);
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
    const auto file = open_trusted(d_path, O_RDWR | O_CREAT | O_APPEND);
    // What a process that was killed left of its line is not to become part of ours.
    std::string text = ends_with_line(file) ? "" : "\n";
    for (const auto& line : lines)
        text += line + '\n';
    write_all(file, text, d_path);
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
    static auto& warned = *new std::set<std::string>;
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
