/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/faults/guarded_memory.h"
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <new>

namespace gpufft::testing {

namespace {

constexpr unsigned char MARK = 0xff;

std::size_t page_bytes()
{
    static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t rounded_up(std::size_t bytes, std::size_t to)
{
    return (bytes + to - 1) / to * to;
}

//! \p readable bytes behind a page that cannot be read, and before another.
unsigned char* map_between_pages(std::size_t readable)
{
    const auto page = page_bytes();
    void* all = ::mmap(nullptr,
                       readable + 2 * page,
                       PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                       -1,
                       0);
    if (all == MAP_FAILED)
        throw std::bad_alloc();
    auto* begin = static_cast<unsigned char*>(all) + page;
    if (::mprotect(begin, readable, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(all, readable + 2 * page);
        throw std::bad_alloc();
    }
    return begin;
}

} // namespace

guarded_memory::guarded_memory(std::size_t bytes, guarded_end end, std::size_t alignment)
    : d_begin(map_between_pages(rounded_up(bytes, page_bytes()))),
      d_end(d_begin + rounded_up(bytes, page_bytes())),
      d_data(end == guarded_end::lower ? d_begin : d_end - rounded_up(bytes, alignment)),
      d_bytes(bytes)
{
    std::memset(d_begin, MARK, static_cast<std::size_t>(d_end - d_begin));
}

guarded_memory::~guarded_memory()
{
    const auto page = page_bytes();
    ::munmap(d_begin - page, static_cast<std::size_t>(d_end - d_begin) + 2 * page);
}

bool guarded_memory::is_intact() const
{
    const auto is_mark = [](unsigned char c) { return c == MARK; };
    return std::all_of(d_begin, d_data, is_mark) &&
           std::all_of(d_data + d_bytes, d_end, is_mark);
}

} // namespace gpufft::testing
