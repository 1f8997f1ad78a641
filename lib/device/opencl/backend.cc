/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the module exports: the OpenCL devices of every platform, in the loader's order.
#include "device/opencl/cl_headers.h"
#include "device/opencl/device.h"
#include "device/opencl/limits.h"
#include "device/opencl/status.h"
#include "device/registry.h"
#include <fmt/format.h>
#include <boost/algorithm/string/trim.hpp>

namespace gpufft::opencl {

namespace {

struct found_device {
    cl::Device handle;
    device_info info;
};

struct found_devices {
    std::vector<found_device> devices;
    std::vector<absent_backend> absent;
};

void add_device(const cl::Platform& platform,
                const cl::Device& device,
                const std::string& platform_name,
                found_devices* found)
{
    if (!device.getInfo<CL_DEVICE_AVAILABLE>() ||
        !device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>()) {
        found->absent.push_back(
            { "opencl",
              fmt::format("{} of {} is not available, or has no compiler",
                          boost::trim_copy(device.getInfo<CL_DEVICE_NAME>()),
                          platform_name) });
        return;
    }
    auto info = describe_device(platform, device);
    info.name = fmt::format("opencl:{}", found->devices.size());
    found->devices.push_back({ device, info });
}

void add_platform(const cl::Platform& platform, found_devices* found)
{
    std::string name = "a platform without a name";
    try {
        name = boost::trim_copy(platform.getInfo<CL_PLATFORM_NAME>());
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        if (devices.empty())
            throw cl::Error(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
        for (const auto& device : devices)
            add_device(platform, device, name, found);
    } catch (const cl::Error& error) {
        found->absent.push_back(
            { "opencl",
              error.err() == CL_DEVICE_NOT_FOUND
                  ? fmt::format("{} has no device", name)
                  : fmt::format("{} failed: {}", name, describe(error)) });
    }
}

found_devices find_devices()
{
    found_devices found;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& error) {
        if (error.err() != CL_PLATFORM_NOT_FOUND_KHR) {
            found.absent.push_back({ "opencl", describe(error) });
            return found;
        }
    }
    if (platforms.empty())
        found.absent.push_back({ "opencl",
                                 "no OpenCL platform: install a driver, e.g. "
                                 "pocl-opencl-icd, which computes on the CPU" });
    for (const auto& platform : platforms)
        add_platform(platform, &found);
    return found;
}

class opencl_backend : public backend
{
public:
    std::string name() const override { return "opencl"; }

    device_list list() override
    {
        auto found = find_devices();
        device_list list;
        for (auto& each : found.devices)
            list.devices.push_back(std::move(each.info));
        list.absent = std::move(found.absent);
        return list;
    }

    std::shared_ptr<device> open(int number) override
    {
        const auto found = find_devices().devices;
        if (number < 0 || static_cast<std::size_t>(number) >= found.size())
            throw device_error(
                fmt::format("there is no opencl:{}; there are {} OpenCL devices",
                            number,
                            found.size()));
        const auto& wanted = found[static_cast<std::size_t>(number)];
        return std::make_shared<opencl_device>(wanted.handle, wanted.info);
    }
};

} // namespace

} // namespace gpufft::opencl

extern "C" {

gpufft::backend* gpufft_make_backend() { return new gpufft::opencl::opencl_backend; }

const char* gpufft_backend_version() { return GPUFFT_VERSION; }

} // extern "C"
