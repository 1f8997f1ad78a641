/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/large_pages.h"
#include <sys/mman.h>
#include <cstdint>

namespace gpufft {

namespace {

constexpr std::uintptr_t LARGE_PAGE = 2 << 20; // of most processors

} // namespace

void ask_for_large_pages(void* begin, std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    // Whole large pages, so that the memory is ours alone.
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto first = (address + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    const auto last = (address + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (first < last) // a system that has none refuses, and nothing is lost
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
    static_cast<void>(begin);
    static_cast<void>(bytes);
#endif
}

} // namespace gpufft
