/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/thread_limit.h"
#include <fmt/format.h>
#include <system_error>
#include <algorithm>
#include <charconv>

namespace gpufft {

limited_name split_limit(const std::string& wanted)
{
    const auto slash = wanted.rfind('/');
    if (slash == std::string::npos)
        return { wanted };
    const char* const end = wanted.data() + wanted.size();
    int threads = 0;
    const auto read = std::from_chars(wanted.data() + slash + 1, end, threads);
    if (read.ec != std::errc() || read.ptr != end || threads < 0)
        return { wanted };
    return { wanted.substr(0, slash), threads };
}

std::string with_limit(const std::string& name, int threads)
{
    return threads > 0 ? fmt::format("{}/{}", name, threads) : name;
}

device_info limited(const device_info& whole, int threads)
{
    if (!whole.limits.is_cpu || threads < 1 || threads >= whole.limits.compute_units)
        return whole;
    auto part = whole;
    part.name = with_limit(whole.name, threads);
    part.limits.compute_units = threads;
    return part;
}

} // namespace gpufft
