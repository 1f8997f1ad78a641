/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/trusted_file.h"
#include "device/opencl/temporary_folder.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <utility>

namespace gpufft::opencl {

namespace {

namespace fs = boost::filesystem;

constexpr char BEGIN[] = "gpufft-pocl-";
constexpr const char* LOCK = "in-use"; // locked by the process as long as it lives

//! The folder of this process, and of no other that is forked from it.
struct own_folder {
    std::string path;
    file_handle lock;
    pid_t process;
};

void remove_own(own_folder* own)
{
    boost::system::error_code failed;
    if (own->process == ::getpid())
        fs::remove_all(own->path, failed);
}

//! Removes the folder \p path where its process is gone. One that is being made has no
//! lock yet, and stays. The lock is held until all is removed: keep_until_the_end() then
//! finds that its file has no name any more.
void remove_left_over(const std::string& path)
{
    struct stat found = {};
    if (::lstat(path.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) ||
        found.st_uid != ::geteuid())
        return;
    const auto lock = open_trusted(path + "/" + LOCK, O_RDWR);
    boost::system::error_code failed;
    if (lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0)
        fs::remove_all(path, failed);
}

void remove_leftovers_in(const std::string& parent)
{
    boost::system::error_code failed;
    for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        try {
            if (entry->path().filename().string().rfind(BEGIN, 0) == 0)
                remove_left_over(entry->path().string());
        } catch (const std::exception&) {
            // Somebody else's.
        }
    }
}

//! \throws std::exception  it cannot be locked
std::string keep_until_the_end(const std::string& path)
{
    auto lock = open_trusted(path + "/" + LOCK, O_RDWR | O_CREAT);
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        throw_errno("cannot lock " + path);
    struct stat locked = {};
    if (::fstat(lock.get(), &locked) != 0 || locked.st_nlink == 0)
        throw std::runtime_error(path + " was removed by another process");
    static own_folder* own = nullptr; // the process has one
    own = new own_folder{ path, std::move(lock), ::getpid() };
    std::atexit([] { remove_own(own); });
    return path;
}

} // namespace

std::string make_temporary_folder(const std::function<bool(const std::string&)>& is_good)
{
    for (const auto& parent :
         { env::temporary_dir(), std::string("/tmp"), std::string("/dev/shm") }) {
        if (parent.empty() || parent.front() != '/' || !is_good(parent))
            continue;
        remove_leftovers_in(parent);
        auto path = parent + "/" + BEGIN + "XXXXXX";
        try {
            if (::mkdtemp(path.data())) // for its owner alone
                return keep_until_the_end(path);
        } catch (const std::exception&) {
            boost::system::error_code failed;
            fs::remove_all(path, failed);
        }
    }
    return "";
}

} // namespace gpufft::opencl
