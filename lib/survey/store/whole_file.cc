/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file_in_place_of.h"
#include "base/trusted_file.h"
#include "survey/store/whole_file.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <cerrno>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

[[noreturn]] void refuse_file(const std::string& path, const std::string& reason)
{
    throw survey_error(fmt::format("cannot write {}: {}", path, reason));
}

//! A name that no other process and no other thread has.
std::string own_name()
{
    static std::atomic<unsigned> count{ 0 };
    char host[256] = "";
    ::gethostname(host, sizeof(host) - 1);
    return fmt::format("{}-{}-{}", host, ::getpid(), ++count);
}

//! Makes \p path in \p folder, which another process may have removed at the end of its
//! work.
file_handle create(const std::string& path, const std::string& folder)
{
    constexpr int FLAGS = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
    int number = ::open(path.c_str(), FLAGS, 0666);
    if (number < 0 && errno == ENOENT) {
        make_folders(folder);
        number = ::open(path.c_str(), FLAGS, 0666);
    }
    if (number < 0)
        refuse_file(path, std::generic_category().message(errno));
    return file_handle(number);
}

} // namespace

void make_folders(const std::string& path)
{
    if (const auto file = file_in_place_of(path); !file.empty())
        refuse_file(path,
                    fmt::format("{} is a file, and a folder is needed",
                                file == path ? "it" : file));
    boost::system::error_code error, ignored;
    fs::create_directories(path, error);
    if (!fs::is_directory(path, ignored)) // another process may have made it meanwhile
        refuse_file(path, error.message());
}

whole_files::whole_files(std::string partial) : d_partial(std::move(partial)) {}

void whole_files::write(const std::string& path, std::string_view bytes) const
{
    const auto beside = d_partial + "/" + own_name();
    auto file = create(beside, d_partial);
    try {
        write_all(file, bytes, path);
        file.close();
        if (::rename(beside.c_str(), path.c_str()) == 0)
            return;
        if (errno == ENOENT) {
            make_folders(fs::path(path).parent_path().string());
            if (::rename(beside.c_str(), path.c_str()) == 0)
                return;
        }
        throw_errno(path);
    } catch (const std::system_error& e) {
        ::unlink(beside.c_str());
        refuse_file(path, e.code().message());
    }
}

std::optional<std::string> contents_of(const std::string& path)
{
    const file_handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        if (errno == ENOENT)
            return {};
        throw survey_error(fmt::format(
            "cannot read {}: {}", path, std::generic_category().message(errno)));
    }
    try {
        return read_all(file, path);
    } catch (const std::system_error& e) {
        throw survey_error(fmt::format("cannot read {}: {}", path, e.code().message()));
    }
}

} // namespace gpufft
