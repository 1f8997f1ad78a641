/* SPDX-License-Identifier: GPL-3.0-or-later */
// Functions of the system and the language that a program has in place of theirs, and
// that fail when they are told to. Libraries find them as well: the program's come first.
#include "support/faults/fault_points.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace gpufft::testing {

namespace {

constexpr int NOTHING = -1;

std::atomic<int> the_kind{ NOTHING };
std::atomic<long> the_first{ 0 }; // below 0: and all after it
std::atomic<long> the_calls{ 0 };

bool fails_now(asked what)
{
    if (the_kind.load(std::memory_order_relaxed) != static_cast<int>(what))
        return false;
    const long number = ++the_calls;
    const long first = the_first;
    return first < 0 ? number >= -first : number == first;
}

bool fails_with(asked what, int error)
{
    if (!fails_now(what))
        return false;
    errno = error;
    return true;
}

template <typename Function>
Function next_one(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

void* allocated(std::size_t bytes, std::size_t alignment)
{
    if (fails_now(asked::memory))
        return nullptr;
    if (alignment <= alignof(std::max_align_t))
        return std::malloc(bytes ? bytes : 1);
    void* made = nullptr;
    return ::posix_memalign(&made, alignment, bytes ? bytes : 1) ? nullptr : made;
}

void* allocated_or_thrown(std::size_t bytes, std::size_t alignment)
{
    if (void* made = allocated(bytes, alignment))
        return made;
    throw std::bad_alloc();
}

constexpr std::size_t USUAL = alignof(std::max_align_t);

} // namespace

const char* name_of(asked what)
{
    switch (what) {
    case asked::memory:
        return "memory";
    case asked::thread:
        return "thread";
    case asked::open:
        return "open";
    case asked::folder:
        return "folder";
    case asked::write:
        return "write";
    case asked::sync:
        return "sync";
    case asked::rename:
        return "rename";
    case asked::lock:
        break;
    }
    return "lock";
}

one_fault::one_fault(asked what, long nth)
{
    the_calls = 0;
    the_first = nth;
    the_kind = static_cast<int>(what);
}

one_fault::~one_fault() { the_kind = NOTHING; }

bool one_fault::has_struck() const { return the_calls >= std::labs(the_first); }

} // namespace gpufft::testing

using namespace gpufft::testing;

void* operator new(std::size_t bytes) { return allocated_or_thrown(bytes, USUAL); }
void* operator new[](std::size_t bytes) { return allocated_or_thrown(bytes, USUAL); }
void* operator new(std::size_t bytes, std::align_val_t at)
{
    return allocated_or_thrown(bytes, static_cast<std::size_t>(at));
}
void* operator new[](std::size_t bytes, std::align_val_t at)
{
    return allocated_or_thrown(bytes, static_cast<std::size_t>(at));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
    return allocated(bytes, USUAL);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept
{
    return allocated(bytes, USUAL);
}
void operator delete(void* it) noexcept { std::free(it); }
void operator delete[](void* it) noexcept { std::free(it); }
void operator delete(void* it, std::size_t) noexcept { std::free(it); }
void operator delete[](void* it, std::size_t) noexcept { std::free(it); }
void operator delete(void* it, std::align_val_t) noexcept { std::free(it); }
void operator delete[](void* it, std::align_val_t) noexcept { std::free(it); }
void operator delete(void* it, std::size_t, std::align_val_t) noexcept { std::free(it); }
void operator delete[](void* it, std::size_t, std::align_val_t) noexcept
{
    std::free(it);
}
void operator delete(void* it, const std::nothrow_t&) noexcept { std::free(it); }
void operator delete[](void* it, const std::nothrow_t&) noexcept { std::free(it); }

extern "C" {

int pthread_create(pthread_t* made,
                   const pthread_attr_t* how,
                   void* (*work)(void*),
                   void* with) noexcept
{
    static const auto real = next_one<decltype(&::pthread_create)>("pthread_create");
    return fails_now(asked::thread) ? EAGAIN : real(made, how, work, with);
}

// The mode is there where a file may be made.
int open(const char* path, int flags, ...)
{
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static const auto real = next_one<int (*)(const char*, int, ...)>("open");
    return fails_with(asked::open, EMFILE) ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static const auto real = next_one<int (*)(const char*, int, ...)>("open64");
    return fails_with(asked::open, EMFILE) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static const auto real = next_one<int (*)(int, const char*, int, ...)>("openat");
    return fails_with(asked::open, EMFILE) ? -1 : real(folder, path, flags, mode);
}

int mkostemp(char* path, int flags)
{
    static const auto real = next_one<int (*)(char*, int)>("mkostemp");
    return fails_with(asked::open, EMFILE) ? -1 : real(path, flags);
}

int mkdir(const char* path, mode_t mode) noexcept
{
    static const auto real = next_one<int (*)(const char*, mode_t)>("mkdir");
    return fails_with(asked::folder, ENOSPC) ? -1 : real(path, mode);
}

ssize_t write(int file, const void* from, size_t bytes)
{
    static const auto real = next_one<ssize_t (*)(int, const void*, size_t)>("write");
    return fails_with(asked::write, ENOSPC) ? -1 : real(file, from, bytes);
}

int fsync(int file)
{
    static const auto real = next_one<int (*)(int)>("fsync");
    return fails_with(asked::sync, EIO) ? -1 : real(file);
}

int fdatasync(int file)
{
    static const auto real = next_one<int (*)(int)>("fdatasync");
    return fails_with(asked::sync, EIO) ? -1 : real(file);
}

int rename(const char* from, const char* to) noexcept
{
    static const auto real = next_one<int (*)(const char*, const char*)>("rename");
    return fails_with(asked::rename, EIO) ? -1 : real(from, to);
}

int flock(int file, int how) noexcept
{
    static const auto real = next_one<int (*)(int, int)>("flock");
    return fails_with(asked::lock, ENOLCK) ? -1 : real(file, how);
}

} // extern "C"
