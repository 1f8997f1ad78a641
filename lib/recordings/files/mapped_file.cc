/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/mapped_file.h"
#include "recordings/files/mapping_guard.h"
#include "recordings/files/recording_error.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace gpufft {

namespace {

#ifndef MADV_POPULATE_READ
constexpr int MADV_POPULATE_READ = 22; // Linux 5.14; older ones refuse it
#endif

// What a disk is asked for when something is not in the cache: what other threads are
// about to read as well, see docs/recordings.md, "Speed".
constexpr std::size_t ASKED_BYTES = std::size_t(16) << 20;

std::string reason() { return std::generic_category().message(errno); }

//! The size of \p file, which may be mapped.
std::size_t size_of(int file, const std::string& path, const std::string& noun)
{
    struct stat found = {};
    if (::fstat(file, &found) != 0)
        refuse_recording("{}: {}", path, reason());
    if (!S_ISREG(found.st_mode))
        refuse_recording("{}: is {}; name a {} on disk, or - for a pipe",
                         path,
                         S_ISDIR(found.st_mode) ? "a folder" : "not a regular file",
                         noun);
    if (found.st_size == 0)
        refuse_recording("{}: the file is empty (0 bytes)", path);
    return static_cast<std::size_t>(found.st_size);
}

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

//! Reads what is in the system's cache, or asks the disk for all of it at once before it
//! waits for some: several threads that read here and there look like no order to the
//! system, which then reads little ahead.
ssize_t read_some(int file, char* to, std::size_t bytes, off_t place, bool* is_asked_for)
{
    if (!*is_asked_for) {
        iovec all = { to, bytes };
        const auto got = ::preadv2(file, &all, 1, place, RWF_NOWAIT);
        if (got > 0)
            return got;
        *is_asked_for = true;
        const auto asked = static_cast<off_t>(std::max(bytes, ASKED_BYTES));
        ::posix_fadvise(file, place, asked, POSIX_FADV_WILLNEED);
    }
    ssize_t got = 0;
    do
        got = ::pread(file, to, bytes, place);
    while (got < 0 && errno == EINTR);
    return got;
}

} // namespace

std::shared_ptr<const mapped_file> mapped_file::open(const std::string& path,
                                                     const std::string& noun)
{
    // Without O_NONBLOCK a FIFO would be waited for.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        refuse_recording("{}: {}", path, errno == ENOENT ? "no such file" : reason());
    try {
        const auto bytes = size_of(file, path, noun);
        void* data = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
        if (data == MAP_FAILED)
            refuse_recording("{}: cannot be mapped into memory: {}", path, reason());
        ::madvise(data, bytes, MADV_SEQUENTIAL);
        return std::shared_ptr<const mapped_file>(
            new mapped_file(path, static_cast<const char*>(data), bytes, file));
    } catch (...) {
        ::close(file);
        throw;
    }
}

mapped_file::mapped_file(std::string path, const char* data, std::size_t bytes, int file)
    : d_path(std::move(path)),
      d_data(data),
      d_bytes(bytes),
      d_file(file),
      d_guard(mapping_guard::add(data, bytes))
{
}

mapped_file::~mapped_file()
{
    ::munmap(const_cast<char*>(d_data), d_bytes);
    mapping_guard::remove(d_guard);
    ::close(d_file);
}

void mapped_file::read(std::size_t place, std::size_t bytes, void* to) const
{
    auto* next = static_cast<char*>(to);
    bool is_asked_for = false;
    while (bytes > 0) {
        const auto got =
            read_some(d_file, next, bytes, static_cast<off_t>(place), &is_asked_for);
        if (got < 0)
            refuse_recording(
                "{}: a part of it cannot be read from its disk: {}", d_path, reason());
        if (got == 0) {
            check(); // says that it has become shorter
            refuse_recording(
                "{}: ends at byte {}, and {} more were to be read", d_path, place, bytes);
        }
        next += got;
        place += static_cast<std::size_t>(got);
        bytes -= static_cast<std::size_t>(got);
    }
}

void mapped_file::expect(std::size_t place, std::size_t bytes) const
{
    mapping_guard::keep_installed();
    const auto page = page_bytes();
    const auto begin = place / page * page;
    ::madvise(
        const_cast<char*>(d_data) + begin, place + bytes - begin, MADV_POPULATE_READ);
}

void mapped_file::forget(std::size_t place, std::size_t bytes) const
{
    const auto page = page_bytes();
    const auto begin = (place + page - 1) / page * page;
    const auto end = (place + bytes) / page * page;
    if (end > begin)
        ::madvise(const_cast<char*>(d_data) + begin, end - begin, MADV_DONTNEED);
}

bool mapped_file::has_failed() const
{
    mapping_guard::keep_installed();
    struct stat now = {};
    return mapping_guard::has_failed(d_guard) || ::fstat(d_file, &now) != 0 ||
           static_cast<std::size_t>(now.st_size) < d_bytes;
}

void mapped_file::check() const
{
    struct stat now = {};
    if (::fstat(d_file, &now) == 0 && static_cast<std::size_t>(now.st_size) < d_bytes)
        refuse_recording(
            "{}: ends at byte {} by now, and had {} when it was opened; was it "
            "cut off, or is it being copied?",
            d_path,
            now.st_size,
            d_bytes);
    if (mapping_guard::has_failed(d_guard))
        refuse_recording("{}: a part of it cannot be read from its disk", d_path);
}

void guard_mappings() { mapping_guard::install(); }

} // namespace gpufft
