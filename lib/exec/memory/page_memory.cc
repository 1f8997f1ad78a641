/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/large_pages.h"
#include "exec/memory/page_memory.h"
#include <cstdlib>
#include <new>

namespace gpufft {

namespace {

constexpr std::size_t PAGE_BYTES = 4096;

} // namespace

std::shared_ptr<unsigned char> page_memory(std::size_t bytes)
{
    const auto whole = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    void* result = std::aligned_alloc(PAGE_BYTES, whole);
    if (!result)
        throw std::bad_alloc();
    ask_for_large_pages(result, whole);
    return { static_cast<unsigned char*>(result), std::free };
}

void page_array::fit(std::size_t bytes)
{
    if (d_bytes >= bytes)
        return;
    d_memory = page_memory(bytes);
    d_bytes = bytes;
}

} // namespace gpufft
