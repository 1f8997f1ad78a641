/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/devices/fenced_memory.h"
#include <cstring>

namespace gpufft::testing {

namespace {

constexpr std::size_t WORD = 4; // bytes of the smallest element
constexpr std::uint16_t NOBODY = 0xffff;

} // namespace

fenced_memory::fenced_memory(const std::vector<unsigned char>& local)
    : d_local(local),
      d_noted(local),
      d_seen(local),
      d_writers((local.size() + WORD - 1) / WORD, NOBODY)
{
}

void fenced_memory::note(unsigned item)
{
    if (d_noted == d_local)
        return;
    for (std::size_t i = 0; i < d_local.size(); ++i) {
        if (d_noted[i] != d_local[i])
            d_writers[i / WORD] = static_cast<std::uint16_t>(item);
    }
    d_noted = d_local;
}

void fenced_memory::fence(unsigned item)
{
    note(item);
    for (std::size_t i = 0; i < d_local.size(); ++i) {
        if (d_writers[i / WORD] == item)
            d_seen[i] = d_local[i];
    }
    for (auto& writer : d_writers) {
        if (writer == item)
            writer = NOBODY;
    }
}

void fenced_memory::note_bulk_load(std::size_t at, std::size_t bytes)
{
    std::memcpy(d_noted.data() + at, d_local.data() + at, bytes);
    std::memcpy(d_seen.data() + at, d_local.data() + at, bytes);
    for (std::size_t i = at / WORD; i < (at + bytes) / WORD; ++i)
        d_writers[i] = NOBODY;
}

} // namespace gpufft::testing
