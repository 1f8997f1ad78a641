/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/stack_thread.h"
#include "device/opencl/limits.h"
#include "device/opencl/processor.h"
#include <sys/resource.h>
#include <boost/algorithm/string/trim.hpp>
#include <boost/algorithm/string/trim_all.hpp>
#include <algorithm>
#include <string>

namespace gpufft::opencl {

namespace {

// From cl_nv_device_attribute_query and cl_amd_device_attribute_query; Debian's
// cl_ext.h has them, other vendors' copies do not.
constexpr cl_device_info WARP_SIZE_NV = 0x4003;
constexpr cl_device_info WAVEFRONT_WIDTH_AMD = 0x4043;

// Oclgrind calls itself CPU and GPU at once. The form for GPUs is the one with
// barriers and local memory, which is what it is there to check.
device_type type_of(const cl::Device& device)
{
    const auto type = device.getInfo<CL_DEVICE_TYPE>();
    if (type & CL_DEVICE_TYPE_GPU)
        return device_type::gpu;
    if (type & CL_DEVICE_TYPE_CPU)
        return device_type::cpu;
    return device_type::other;
}

// "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, ..." is cut at the comma:
// the rest lists what the driver was built with.
std::string platform_text(const cl::Platform& platform)
{
    auto version = platform.getInfo<CL_PLATFORM_VERSION>();
    version = boost::trim_all_copy(version.substr(0, version.find(',')));
    return boost::trim_copy(platform.getInfo<CL_PLATFORM_NAME>()) + ", " + version;
}

// With what the platform's text leaves out, which for PoCL is LLVM's version. A device's
// product may name a processor whose vectors a virtual machine hides, or not.
std::string compiler_text(const cl::Platform& platform, const cl::Device& device)
{
    auto text = platform.getInfo<CL_PLATFORM_VERSION>() + ", " +
                device.getInfo<CL_DEVICE_VERSION>();
    if (is_pocl(platform.getInfo<CL_PLATFORM_NAME>()))
        text += " " + env::pocl_compiler();
    return boost::trim_all_copy(
        type_of(device) == device_type::cpu ? text + ", " + processor_features() : text);
}

int subgroup_of(const cl::Device& device, const device_limits& limits)
{
    if (limits.is_cpu)
        return 1;
    const auto extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    cl_uint width = 32;
    if (extensions.find("cl_nv_device_attribute_query") != std::string::npos)
        clGetDeviceInfo(device(), WARP_SIZE_NV, sizeof(width), &width, nullptr);
    else if (extensions.find("cl_amd_device_attribute_query") != std::string::npos)
        clGetDeviceInfo(device(), WAVEFRONT_WIDTH_AMD, sizeof(width), &width, nullptr);
    return static_cast<int>(width);
}

// OpenCL has no query for registers. GPUs since 2012 give a work-item 128 or more at half
// of the full occupancy; x86 has 32 vector registers with AVX-512 and 16 before, and
// NEON 32.
int registers_of(const device_limits& limits)
{
    if (!limits.is_cpu)
        return 128;
    return limits.vector_width * (limits.vector_width == 8 ? 16 : 32);
}

device_limits
limits_of(const cl::Platform& platform, const cl::Device& device, device_type type)
{
    device_limits limits;
    limits.is_cpu = type == device_type::cpu;
    limits.local_memory_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    limits.global_memory_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    limits.max_allocation_bytes = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    limits.max_work_items =
        static_cast<int>(std::min(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                                  device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>().at(0)));
    limits.local_memory_banks = limits.is_cpu ? 0 : 32;
    limits.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    limits.vector_width =
        std::max<int>(1, device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
    if (limits.is_cpu)
        limits.architecture = architecture_of(this_processor());
    limits.has_float64 = device.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
    limits.subgroup = subgroup_of(device, limits);
    limits.registers = registers_of(limits);
    if (limits.is_cpu)
        limits.row_stack_bytes =
            row_stack_of_threads(is_pocl(platform.getInfo<CL_PLATFORM_NAME>()));
    return limits;
}

} // namespace

// Where kernels have their private memory. Those that compute for PoCL have what ours
// have. To others the system gives as much stack as the process may have, or where that
// is not limited 2 MiB.
std::int64_t row_stack_of_threads(bool are_ours)
{
    rlimit stack{};
    constexpr std::int64_t LEAST = 2 * 1024 * 1024, PARTS = 4;
    if (are_ours)
        return static_cast<std::int64_t>(stack_thread::STACK_BYTES) / PARTS;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY)
        return LEAST / PARTS;
    return std::max(LEAST, static_cast<std::int64_t>(stack.rlim_cur)) / PARTS;
}

bool is_pocl(const std::string& platform)
{
    return platform.find("Portable Computing Language") != std::string::npos;
}

device_info describe_device(const cl::Platform& platform, const cl::Device& device)
{
    device_info info;
    info.product = boost::trim_copy(device.getInfo<CL_DEVICE_NAME>());
    info.platform = platform_text(platform);
    info.driver = boost::trim_copy(device.getInfo<CL_DRIVER_VERSION>());
    info.type = type_of(device);
    info.compiler = compiler_text(platform, device);
    info.limits = limits_of(platform, device, info.type);
    return info;
}

} // namespace gpufft::opencl
