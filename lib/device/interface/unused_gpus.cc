/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/unused_gpus.h"
#include <fmt/format.h>
#include <boost/algorithm/string/predicate.hpp>
#include <algorithm>

namespace gpufft {

namespace {

const char* const CUDA = "cuda";

bool is_of_cuda(const device_info& info)
{
    return boost::starts_with(info.name, "cuda:");
}

//! A GPU that CUDA could reach as well.
bool is_of_nvidia(const device_info& info)
{
    return !is_of_cuda(info) && info.type == device_type::gpu &&
           boost::icontains(info.platform, "nvidia");
}

template <typename Predicate>
std::vector<std::string> products(const device_list& list, Predicate is_wanted)
{
    std::vector<std::string> all;
    for (const auto& info : list.devices)
        if (is_wanted(info) && !std::count(all.begin(), all.end(), info.product))
            all.push_back(info.product);
    return all;
}

template <typename Predicate>
bool has(const device_list& list, const std::string& product, Predicate is_wanted)
{
    const auto all = products(list, is_wanted);
    return std::count(all.begin(), all.end(), product) > 0;
}

//! What is lost while \p one is absent; "": nothing.
std::string loss(const device_list& list,
                 const absent_backend& one,
                 const std::vector<std::string>& seen)
{
    if (!one.product.empty() && has(list, one.product, is_of_cuda))
        return one.product + " runs kernels that were kept, and compiles no others";
    if (!one.product.empty() && !has(list, one.product, is_of_nvidia))
        return one.product + " is not used";
    const auto by_opencl = one.product.empty() ? products(list, is_of_nvidia)
                                               : std::vector<std::string>{ one.product };
    if (!by_opencl.empty())
        return fmt::format("{} is used through OpenCL, which is slower",
                           fmt::join(by_opencl, ", "));
    return seen.empty() ? "" : fmt::format("{} is not used", fmt::join(seen, ", "));
}

} // namespace

std::vector<std::string> advice_of(const device_list& list,
                                   const std::vector<std::string>& seen)
{
    std::vector<std::string> advice;
    for (const auto& each : list.absent) {
        if (each.name != CUDA || each.remedy.empty())
            continue;
        const auto lost = loss(list, each, seen);
        const auto line = lost + ": " + each.remedy;
        if (!lost.empty() && !std::count(advice.begin(), advice.end(), line))
            advice.push_back(line);
    }
    return advice;
}

} // namespace gpufft
