/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/replace_file.h"
#include "base/trusted_file.h"
#include <fcntl.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <ctime>

namespace gpufft {

namespace {

namespace fs = boost::filesystem;

// A leftover is "NAME.new-" and what mkostemp() makes of these: letters and digits.
constexpr std::string_view BESIDE = ".new-";
constexpr std::string_view RANDOM = "XXXXXX";

//! The folder that \p path is in.
std::string folder_of(const std::string& path)
{
    const auto folder = fs::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

//! Some file systems cannot.
void sync(const file_handle& file, const std::string& path)
{
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        throw_errno("cannot write " + path);
}

//! So that the file has its new name after a power cut. Not every file system can, and
//! where it cannot the old file is whole.
void sync_folder_of(const std::string& path)
{
    const file_handle folder(
        ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        ::fsync(folder.get());
}

void write_pieces(const file_handle& file,
                  std::initializer_list<std::string_view> pieces,
                  durability how,
                  const std::string& path)
{
    for (const auto piece : pieces)
        write_all(file, piece, path);
    if (how == durability::synced)
        sync(file, path);
}

//! \p found is what a killed replace_file() left of \p name, or of any file where that
//! is "".
bool is_leftover(std::string_view found, std::string_view name)
{
    const auto ending = BESIDE.size() + RANDOM.size();
    if (found.size() <= ending)
        return false;
    const auto replaced = found.substr(0, found.size() - ending);
    const auto result = found.substr(found.size() - RANDOM.size());
    return found.substr(replaced.size(), BESIDE.size()) == BESIDE &&
           (name.empty() || replaced == name) &&
           std::all_of(result.begin(), result.end(), [](unsigned char c) {
               return std::isalnum(c) != 0;
           });
}

} // namespace

void replace_file(const std::string& path,
                  std::initializer_list<std::string_view> pieces,
                  durability how)
{
    auto temporary = path;
    temporary.append(BESIDE).append(RANDOM);
    file_handle file(::mkostemp(temporary.data(), O_CLOEXEC)); // mode 0600
    if (!file)
        throw_errno("cannot make " + temporary);
    try {
        write_pieces(file, pieces, how, temporary);
        file.close();
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            throw_errno("cannot rename " + temporary);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
    if (how == durability::synced)
        sync_folder_of(path);
}

void remove_leftovers(const std::string& folder,
                      std::string_view name,
                      std::chrono::seconds older_than)
{
    boost::system::error_code failed; // another process may sweep as well
    const auto now = std::time(nullptr);
    const auto age = static_cast<std::time_t>(older_than.count());
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const auto& path = entry->path();
        if (!is_leftover(path.filename().string(), name))
            continue;
        boost::system::error_code gone;
        const auto written = fs::last_write_time(path, gone);
        // One of a time that has not come is of a wrong clock, and old.
        if (!gone && (written <= now - age || written > now + age))
            fs::remove(path, gone);
    }
}

} // namespace gpufft
