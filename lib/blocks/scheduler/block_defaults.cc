/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/block_defaults.h"
#include "device/interface/thread_limit.h"
#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

struct all_defaults {
    std::mutex mutex;
    std::list<std::pair<const block_defaults*, block_defaults::values>> said; // in order
};

//! Never destroyed: blocks of a Python program may go after it.
all_defaults& all()
{
    static auto* const result = new all_defaults;
    return *result;
}

} // namespace

block_defaults::block_defaults(const std::string& device, ::gpufft::effort how)
{
    const std::lock_guard<std::mutex> guard(all().mutex);
    all().said.push_back({ this,
                           { device.empty() ? "auto" : device,
                             std::min(how, ::gpufft::effort::wisdom) } });
}

block_defaults::~block_defaults()
{
    const std::lock_guard<std::mutex> guard(all().mutex);
    all().said.remove_if([this](const auto& one) { return one.first == this; });
}

block_defaults::values block_defaults::now()
{
    const std::lock_guard<std::mutex> guard(all().mutex);
    if (!all().said.empty())
        return all().said.back().second;
    return { "auto", std::min(::gpufft::default_effort(), ::gpufft::effort::wisdom) };
}

std::string block_defaults::device_for(const std::string& asked)
{
    const auto own = ::gpufft::split_limit(asked);
    if (!own.name.empty() && own.name != "auto")
        return asked;
    const auto device = now().device;
    return own.threads
               ? ::gpufft::with_limit(::gpufft::split_limit(device).name, own.threads)
               : device;
}

} // namespace gpufft
} // namespace gr
