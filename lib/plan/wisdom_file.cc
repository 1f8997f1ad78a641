/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "plan/wisdom_file.h"
#include <fcntl.h>
#include <gpufft/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
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

void warn_once(const std::string& path, const wisdom_content& content)
{
    static std::mutex mutex;
    static std::set<std::string> warned;
    const std::lock_guard<std::mutex> guard(mutex);
    if (warned.insert(path).second) {
        log().warn("{}: {} {} skipped, the first because: {}",
                   path,
                   content.skipped,
                   content.skipped == 1 ? "line is" : "lines are",
                   content.why);
    }
}

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

} // namespace

wisdom_content parse_wisdom_lines(const std::string& text)
{
    wisdom_content content;
    for (const auto& line : lines_of(text)) {
        try {
            content.records.push_back(parse_wisdom(line));
        } catch (const plan_error& e) {
            if (content.skipped++ == 0)
                content.why = e.what();
        }
    }
    return content;
}

wisdom_content wisdom_file::read() const
{
    auto content = parse_wisdom_lines(text_of(d_path));
    if (content.skipped)
        warn_once(d_path, content);
    return content;
}

void wisdom_file::append(const std::vector<wisdom_record>& records) const
{
    if (records.empty())
        return;
    make_folder_of(d_path);
    const writers_lock lock(d_path);
    const open_file file(d_path, O_RDWR | O_CREAT | O_APPEND);
    if (!file)
        throw_errno("cannot open " + d_path);
    // What a process that was killed left of its line is not to become part of ours.
    std::string text = file.ends_with_line() ? "" : "\n";
    for (const auto& r : records)
        text += to_line(r) + '\n';
    file.write_all(text);
}

std::size_t wisdom_file::keep(const std::function<bool(const wisdom_record&)>& keep) const
{
    make_folder_of(d_path);
    const writers_lock lock(d_path);
    std::string kept;
    std::size_t left_out = 0;
    for (const auto& line : lines_of(text_of(d_path))) {
        bool stays = true;
        try {
            stays = keep(parse_wisdom(line));
            left_out += !stays;
        } catch (const plan_error&) {
            // Not ours to throw away, unless it was cut short.
            stays = line.back() == '}';
        }
        if (stays)
            kept += line + '\n';
    }
    const auto temporary = d_path + ".new";
    {
        const open_file file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file)
            throw_errno("cannot make " + temporary);
        file.write_all(kept);
    }
    if (::rename(temporary.c_str(), d_path.c_str()) != 0)
        throw_errno("cannot rename " + temporary);
    return left_out;
}

} // namespace gpufft
