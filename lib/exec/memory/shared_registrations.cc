/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "exec/memory/shared_registrations.h"
#include <algorithm>
#include <exception>
#include <mutex>
#include <string>
#include <vector>

namespace gpufft::shared_registrations {

namespace {

struct entry {
    std::string backend;
    const char* begin;
    const char* end;
    std::weak_ptr<host_registration> held;
};

std::mutex mutex;

// Never destroyed: blocks may stop while static destructors run.
std::vector<entry>& entries()
{
    static auto& all = *new std::vector<entry>;
    return all;
}

std::string backend_of(const device& on)
{
    const auto& name = on.info().name;
    return name.substr(0, name.find(':'));
}

} // namespace

// A backend page-locks for all of its devices at once (CUDA's flag "portable").
std::shared_ptr<host_registration> of(device& on, void* memory, std::size_t bytes)
{
    const auto backend = backend_of(on);
    const auto begin = static_cast<const char*>(memory);
    const auto end = begin + bytes;
    const std::lock_guard<std::mutex> guard(mutex);
    for (const auto& each : entries())
        if (each.backend == backend && begin >= each.begin && end <= each.end)
            if (auto held = each.held.lock())
                return held;
    try {
        auto result = on.register_host_memory(memory, bytes);
        if (result)
            entries().push_back({ backend, begin, end, result });
        return result;
    } catch (const std::exception& e) {
        log().debug("{}: page-locking {} bytes: {}", on.info().name, bytes, e.what());
        return nullptr; // a device that is broken shows it at the first copy
    }
}

void give_back(std::shared_ptr<host_registration> held)
{
    const std::lock_guard<std::mutex> guard(mutex);
    held.reset();
    auto& all = entries();
    all.erase(std::remove_if(all.begin(),
                             all.end(),
                             [](const entry& each) { return each.held.expired(); }),
              all.end());
}

} // namespace gpufft::shared_registrations
