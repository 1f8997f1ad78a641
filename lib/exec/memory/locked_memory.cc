/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/locked_memory.h"
#include "exec/memory/shared_registrations.h"
#include <gpufft/error.h>
#include <algorithm>
#include <utility>

namespace gpufft {

locked_memory::locked_memory(std::shared_ptr<device> on) : d_device(std::move(on)) {}

locked_memory::~locked_memory() { clear(); }

locked_memory::way locked_memory::add(void* memory, std::size_t bytes)
{
    if (d_device->info().limits.is_cpu)
        return way::in_place;
    if (covers(memory, bytes))
        return way::locked;
    auto held = shared_registrations::of(*d_device, memory, bytes);
    if (!held)
        return way::staged;
    const auto begin = static_cast<const char*>(memory);
    d_ranges.push_back({ begin, begin + bytes, std::move(held) });
    return way::locked;
}

void locked_memory::take(const void* memory,
                         std::size_t bytes,
                         std::shared_ptr<host_registration> held)
{
    const auto begin = static_cast<const char*>(memory);
    d_ranges.push_back({ begin, begin + bytes, std::move(held) });
}

void locked_memory::let_go(const void* memory)
{
    const auto gone =
        std::partition(d_ranges.begin(), d_ranges.end(), [memory](const range& each) {
            return each.begin != memory;
        });
    d_ranges.erase(gone, d_ranges.end());
}

void locked_memory::clear()
{
    for (auto& each : d_ranges)
        shared_registrations::give_back(std::move(each.held));
    d_ranges.clear();
}

bool locked_memory::covers(const void* memory, std::size_t bytes) const
{
    const auto begin = static_cast<const char*>(memory);
    for (const auto& each : d_ranges)
        if (begin >= each.begin && begin + bytes <= each.end)
            return true;
    return false;
}

const char* name_of(locked_memory::way w)
{
    switch (w) {
    case locked_memory::way::in_place:
        return "in place";
    case locked_memory::way::locked:
        return "page-locked in place";
    case locked_memory::way::staged:
        break;
    }
    return "staged";
}

} // namespace gpufft
