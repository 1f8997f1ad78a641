/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/stack_thread.h"
#include "device/opencl/pocl.h"
#include "device/opencl/pocl_folder.h"
#include <fmt/format.h>
#include <pthread.h>
#include <algorithm>
#include <mutex>

namespace gpufft::opencl {

namespace {

// As PoCL calls them up to version 3, and since; it leaves aside names it does not know.
constexpr const char* BOTH = "pthread basic cpu cpu-minimal";

bool begins_with(const std::string& text, const std::string& begin)
{
    return text.compare(0, begin.size(), begin) == 0;
}

bool is_threaded(const cl::Device& device)
{
    const auto name = device.getInfo<CL_DEVICE_NAME>();
    return begins_with(name, "pthread") ||
           (begins_with(name, "cpu") && !begins_with(name, "cpu-minimal"));
}

bool is_ours_to_say() { return env::pocl_devices().empty() && env::pocl() != "driver"; }

//! The environment of the process as it should be while PoCL reads it.
class set_variable
{
public:
    //! \param value  "": the variable stays as it is
    set_variable(const char* name, const std::string& value)
        : d_name(value.empty() ? nullptr : name)
    {
        if (d_name)
            env::set(d_name, value.c_str());
    }
    ~set_variable()
    {
        if (d_name)
            env::unset(d_name);
    }
    set_variable(const set_variable&) = delete;
    set_variable& operator=(const set_variable&) = delete;

private:
    const char* d_name;
};

//! That PoCL was told, or had itself.
std::string& folder_in_use()
{
    static auto& folder = *new std::string; // as long as kernels are built
    return folder;
}

//! What threads get that are started without a word about their stack.
class wide_stacks
{
public:
    wide_stacks()
    {
#ifdef __linux__
        pthread_getattr_default_np(&d_before);
        pthread_attr_t wide = d_before;
        std::size_t bytes = 0;
        pthread_attr_getstacksize(&d_before, &bytes);
        pthread_attr_setstacksize(&wide, std::max(bytes, stack_thread::STACK_BYTES));
        pthread_setattr_default_np(&wide);
#endif
    }
    ~wide_stacks()
    {
#ifdef __linux__
        pthread_setattr_default_np(&d_before);
        pthread_attr_destroy(&d_before);
#endif
    }
    wide_stacks(const wide_stacks&) = delete;
    wide_stacks& operator=(const wide_stacks&) = delete;

private:
#ifdef __linux__
    pthread_attr_t d_before;
#endif
};

} // namespace

bool computes_in_calling_thread(const cl::Device& device)
{
    const auto name = device.getInfo<CL_DEVICE_NAME>();
    return begins_with(name, "basic") || begins_with(name, "cpu-minimal");
}

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
        const auto version = platform.getInfo<CL_PLATFORM_VERSION>();
        const bool is_both = is_ours_to_say() && has_cpu_devices_only(version) &&
                             takes_launches_of_threads(version);
        const set_variable devices_of_both("POCL_DEVICES", is_both ? BOTH : "");
        const auto folder = folder_to_name();
        const set_variable of_folder("POCL_CACHE_DIR", folder);
        folder_in_use() = folder.empty() ? pocl_folder() : folder;
        const wide_stacks of_its_threads; // which have the kernels' private memory there
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    });
    if (devices.empty())
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    return devices;
}

std::string pocl_folder_in_use() { return folder_in_use(); }

std::string why_no_pocl_device()
{
    if (const auto named = env::pocl_devices(); !named.empty())
        return fmt::format("PoCL has none of the devices that $POCL_DEVICES names, "
                           "\"{}\"; unset it",
                           named);
    const auto fault = fault_of_folder(folder_in_use());
    return fault.empty() ? "PoCL has no device"
                         : fmt::format("PoCL needs a folder to compile in, and {}; name "
                                       "another one in $POCL_CACHE_DIR",
                                       fault);
}

std::vector<pocl_device> pair_pocl_devices(const std::vector<cl::Device>& all)
{
    const auto single = std::find_if(all.begin(), all.end(), computes_in_calling_thread);
    const bool is_used = single != all.end() && env::pocl() != "driver" &&
                         std::any_of(all.begin(), all.end(), is_threaded) &&
                         takes_launches_of_threads(single->getInfo<CL_DRIVER_VERSION>());
    std::vector<pocl_device> ours;
    for (const auto& each : all) {
        const bool is_hidden =
            is_used && env::pocl_devices().empty() && computes_in_calling_thread(each);
        if (!is_hidden)
            ours.push_back(
                { each, is_used && is_threaded(each) ? *single : cl::Device() });
    }
    return ours;
}

} // namespace gpufft::opencl
