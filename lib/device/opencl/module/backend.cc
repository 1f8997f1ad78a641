/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the module exports: the OpenCL devices of every platform, in the loader's order.
#include "base/with_stack.h"
#include "device/interface/registry.h"
#include "device/interface/thread_limit.h"
#include "device/opencl/cl_headers.h"
#include "device/opencl/device.h"
#include "device/opencl/kernel_stack.h"
#include "device/opencl/limits.h"
#include "device/opencl/pocl.h"
#include "device/opencl/pocl/pooled_device.h"
#include "device/opencl/pocl/worker_threads.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <boost/algorithm/string/trim.hpp>
#include <algorithm>
#include <map>
#include <utility>

namespace gpufft::opencl {

namespace {

struct found_device {
    cl::Device handle;
    device_info info;
    cl::Device single; //!< what computes for it in threads of ours; none: it does itself
};

struct found_devices {
    std::vector<found_device> devices;
    std::vector<absent_backend> absent;
};

void add_device(const cl::Platform& platform,
                const cl::Device& device,
                const std::string& platform_name,
                const cl::Device& single,
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
    info.limits.threads_take_rows = single() != nullptr;
    info.name = fmt::format("opencl:{}", found->devices.size());
    found->devices.push_back({ device, info, single });
}

//! PoCL's threads, where they are kept on cores of their own; thread i belongs to compute
//! unit i.
std::vector<pid_t>& kept_workers()
{
    static auto& workers = *new std::vector<pid_t>;
    return workers;
}

// The system wakes PoCL's threads where it thinks best. Of two cores that is often one
// for both, which then take twice as long, see measurements.md,
// "PoCL's threads on two cores". Of sixteen it finds idle ones, and a thread that may
// not leave its core would wait there for others.
constexpr std::size_t MOST_KEPT = 2;

void keep_workers(const std::vector<pid_t>& started)
{
    if (started.size() <= MOST_KEPT && keep_on_cores(started))
        kept_workers() = started;
}

void add_pocl_devices(const cl::Platform& platform,
                      const std::string& platform_name,
                      found_devices* found)
{
    const auto before = threads_now();
    const auto devices = list_pocl_devices(platform);
    const auto ours = pair_pocl_devices(devices);
    if (std::none_of(ours.begin(), ours.end(), [](auto& d) { return d.single(); }))
        keep_workers(started_since(before, threads_now()));
    for (const auto& each : ours)
        add_device(platform, each.handle, platform_name, each.single, found);
    if (ours.empty())
        found->absent.push_back({ "opencl", why_no_pocl_device() });
}

void add_platform(const cl::Platform& platform, found_devices* found)
{
    std::string name = "a platform without a name";
    try {
        name = boost::trim_copy(platform.getInfo<CL_PLATFORM_NAME>());
        if (is_pocl(name)) {
            add_pocl_devices(platform, name, found);
            return;
        }
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        if (devices.empty())
            throw cl::Error(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
        for (const auto& device : devices)
            add_device(platform, device, name, {}, found);
    } catch (const cl::Error& error) {
        found->absent.push_back(
            { "opencl",
              error.err() == CL_DEVICE_NOT_FOUND
                  ? fmt::format("{} has no device", name)
                  : fmt::format("{} failed: {}", name, describe(error)) });
    }
}

found_devices find_devices_here()
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

//! \throws device_error  no thread with a stack for it is to be had
found_devices find_devices()
{
    return made_with_stack(COMPILER_STACK, find_devices_here);
}

// Made once and never released: a thread of PoCL 3.1 that has ended a command, which its
// waiter learns first, still looks at the device.
std::vector<cl::Device>& parts_of(const cl::Device& whole, int threads)
{
    using partition = std::pair<cl_device_id, int>;
    static auto& all = *new std::map<partition, std::vector<cl::Device>>;
    return all[{ whole(), threads }];
}

//! The driver keeps a thread out of the parts it does not belong to.
cl::Device part_of(cl::Device whole, int threads, int part)
{
    auto& parts = parts_of(whole, threads);
    const cl_device_partition_property equally[] = { CL_DEVICE_PARTITION_EQUALLY,
                                                     threads,
                                                     0 };
    return checked(
        [&] {
            if (parts.empty())
                whole.createSubDevices(equally, &parts);
            return parts.at(static_cast<std::size_t>(part));
        },
        [&] { return fmt::format(" of {} compute units each", threads); });
}

class opencl_backend : public backend
{
public:
    std::string name() const override { return "opencl"; }

    device_list list() override
    {
        device_list list;
        try {
            auto found = find_devices();
            for (auto& each : found.devices)
                list.devices.push_back(std::move(each.info));
            list.absent = std::move(found.absent);
        } catch (const device_error& error) {
            list.absent.push_back({ "opencl", error.what() });
        }
        return list;
    }

    std::shared_ptr<device> open(int number) override
    {
        const auto wanted = device_of(number);
        if (wanted.single())
            return std::make_shared<pooled_device>(
                wanted.single, wanted.info, wanted.info.limits.compute_units);
        return std::make_shared<opencl_device>(wanted.handle, wanted.info, "");
    }

    // Parts compute side by side. The option, which no text looks at, gives each kernels
    // that PoCL takes for others': what it miscounts (device.cc) are users of one kernel.
    std::shared_ptr<device> open_part(int number, int threads, int part) override
    {
        const auto whole = device_of(number);
        if (whole.single())
            return std::make_shared<pooled_device>(whole.single,
                                                   limited(whole.info, threads),
                                                   whole.info.limits.compute_units);
        free_workers(whole.info);
        return std::make_shared<opencl_device>(
            part_of(whole.handle, threads, part),
            limited(whole.info, threads),
            fmt::format("-DGPUFFT_PART={}_{}", threads, part));
    }

    std::shared_ptr<device> open_in(const native_context& of) override
    {
        return made_with_stack(COMPILER_STACK, [&] { return open_in_here(of); });
    }

private:
    static std::shared_ptr<device> open_in_here(const native_context& of)
    {
        return checked(
            [&] {
                const cl::Context context(static_cast<cl_context>(of.context), true);
                const auto handle = device_in(context, of);
                const cl::Platform platform(handle.getInfo<CL_DEVICE_PLATFORM>());
                auto info = describe_device(platform, handle);
                info.name = name_of(handle);
                if (info.limits.is_cpu) // its threads run, and nobody has widened stacks
                    info.limits.row_stack_bytes = row_stack_of_threads(false);
                return std::make_shared<opencl_device>(handle, info, context);
            },
            [&] {
                return fmt::format(" of the context given, {}", fmt::ptr(of.context));
            });
    }

    //! The device that \p of says, or the only one in \p context.
    static cl::Device device_in(const cl::Context& context, const native_context& of)
    {
        const auto devices = context.getInfo<CL_CONTEXT_DEVICES>();
        if (!of.device && devices.size() != 1)
            throw plan_error(
                fmt::format("the context given has {} devices; say which one computes",
                            devices.size()));
        for (const auto& each : devices)
            if (!of.device || each() == of.device)
                return each;
        throw plan_error("the device given is not in the context given");
    }

    //! As it is listed; one that is not has no number.
    static std::string name_of(const cl::Device& handle)
    {
        for (const auto& each : find_devices_here().devices)
            if (each.handle() == handle() || each.single() == handle())
                return each.info.name;
        return "opencl";
    }

    // Lets PoCL's threads run on any core: of two programs that compute on one thread
    // each, both would take the first thread, kept on one core.
    static void free_workers(const device_info& whole)
    {
        if (is_pocl(whole.platform))
            let_move(kept_workers());
    }

    static found_device device_of(int number)
    {
        auto found = find_devices().devices;
        if (number < 0 || static_cast<std::size_t>(number) >= found.size())
            throw device_error(
                fmt::format("there is no opencl:{}; there are {} OpenCL devices",
                            number,
                            found.size()));
        return found[static_cast<std::size_t>(number)];
    }
};

} // namespace

} // namespace gpufft::opencl

extern "C" {

gpufft::backend* gpufft_make_backend() { return new gpufft::opencl::opencl_backend; }

const char* gpufft_backend_version() { return GPUFFT_VERSION; }

} // extern "C"
