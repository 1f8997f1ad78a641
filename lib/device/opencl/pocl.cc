/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/opencl/pocl.h"
#include <algorithm>
#include <mutex>

namespace gpufft::opencl {

namespace {

constexpr const char* VARIABLE = "POCL_DEVICES";

// As PoCL calls them up to version 3, and since; it leaves aside names it does not know.
constexpr const char* BOTH = "pthread basic cpu cpu-minimal";

bool begins_with(const std::string& text, const std::string& begin)
{
    return text.compare(0, begin.size(), begin) == 0;
}

bool is_single(const cl::Device& device)
{
    const auto name = device.getInfo<CL_DEVICE_NAME>();
    return begins_with(name, "basic") || begins_with(name, "cpu-minimal");
}

bool is_threaded(const cl::Device& device)
{
    const auto name = device.getInfo<CL_DEVICE_NAME>();
    return begins_with(name, "pthread") ||
           (begins_with(name, "cpu") && !begins_with(name, "cpu-minimal"));
}

bool is_ours_to_say() { return env::pocl_devices().empty() && env::pocl() != "driver"; }

//! The environment of the process as it should be while PoCL reads it.
class named_devices
{
public:
    explicit named_devices(bool is_wanted) : d_is_set(is_wanted)
    {
        if (d_is_set)
            env::set(VARIABLE, BOTH);
    }
    ~named_devices()
    {
        if (d_is_set)
            env::unset(VARIABLE);
    }
    named_devices(const named_devices&) = delete;
    named_devices& operator=(const named_devices&) = delete;

private:
    bool d_is_set;
};

} // namespace

bool has_cpu_devices_only(const std::string& platform_version)
{
    const auto parts = platform_version.find(',');
    for (const char* other : { "CUDA",
                               "HSA",
                               "TCE",
                               "OPENASIP",
                               "VULKAN",
                               "LEVEL0",
                               "ALMAIF",
                               "PROXY",
                               "REMOTE",
                               "VENTUS" })
        if (platform_version.find(other, parts) != std::string::npos)
            return false;
    return parts != std::string::npos;
}

std::vector<cl::Device> list_pocl_devices(const cl::Platform& platform)
{
    static std::once_flag looked; // which PoCL itself does once
    std::vector<cl::Device> devices;
    std::call_once(looked, [&] {
        const named_devices both(
            is_ours_to_say() &&
            has_cpu_devices_only(platform.getInfo<CL_PLATFORM_VERSION>()));
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    });
    if (devices.empty())
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    return devices;
}

std::vector<pocl_device> pair_pocl_devices(const std::vector<cl::Device>& all)
{
    const auto single = std::find_if(all.begin(), all.end(), is_single);
    const bool is_used = single != all.end() && env::pocl() != "driver" &&
                         std::any_of(all.begin(), all.end(), is_threaded);
    std::vector<pocl_device> ours;
    for (const auto& each : all) {
        const bool is_hidden = is_used && env::pocl_devices().empty() && is_single(each);
        if (!is_hidden)
            ours.push_back(
                { each, is_used && is_threaded(each) ? *single : cl::Device() });
    }
    return ours;
}

} // namespace gpufft::opencl
