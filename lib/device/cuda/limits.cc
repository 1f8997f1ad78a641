/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/library/version_text.h"
#include "device/cuda/limits.h"
#include <fmt/format.h>
#include <boost/algorithm/string/trim.hpp>
#include <algorithm>
#include <array>
#include <fstream>
#include <regex>

namespace gpufft::cuda {

namespace {

// What 32 complex points take, with as many temporaries and addresses again: the most
// that gained anything, see measurements.md, "Registers of a work-item". Every GPU
// since 2014 lets a work-item have 255.
constexpr int REGISTERS = 128;

int attribute(const driver& cu, CUdevice device, CUdevice_attribute which)
{
    int value = 0;
    cu.device_get_attribute(&value, which, device);
    return value;
}

std::string product_of(const driver& cu, CUdevice device)
{
    std::array<char, 256> name = {};
    cu.device_get_name(name.data(), static_cast<int>(name.size()), device);
    return boost::trim_copy(std::string(name.data()));
}

//! Workgroups in a cluster: 8 everywhere, and 16 on the GPUs of data centres, which
//! answer no question about it before there is a kernel.
int largest_cluster(const driver& cu, CUdevice device)
{
    if (!attribute(cu, device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH))
        return 0;
    return architecture_of(cu, device) < 110 ? 16 : 8;
}

device_limits limits_of(const driver& cu, CUdevice device)
{
    const auto get = [&](CUdevice_attribute which) {
        return attribute(cu, device, which);
    };
    std::size_t memory = 0;
    cu.device_total_mem(&memory, device);

    device_limits limits;
    limits.local_memory_bytes =
        get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    limits.global_memory_bytes = static_cast<std::int64_t>(memory);
    limits.max_allocation_bytes = limits.global_memory_bytes;
    limits.registers = REGISTERS;
    limits.max_work_items = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    // Given 1024 work-items that want 128 each, an H200 spilled 700 bytes of each.
    limits.workgroup_registers = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    limits.max_cluster = largest_cluster(cu, device);
    limits.subgroup = get(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    limits.local_memory_banks = 32;
    limits.compute_units = get(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    limits.l2_bytes = get(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    limits.has_float64 = true; // all that CUDA 12 knows
    limits.architecture = fmt::format("sm_{}", architecture_of(cu, device));
    return limits;
}

} // namespace

std::string driver_release(const std::string& line)
{
    std::smatch found;
    return std::regex_search(line, found, std::regex(R"((\d+\.\d+(\.\d+)?))"))
               ? found[1].str()
               : "";
}

int architecture_of(const driver& cu, CUdevice device)
{
    return 10 * attribute(cu, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
           attribute(cu, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

device_info describe_device(const driver& cu, CUdevice device)
{
    std::string line;
    std::getline(std::ifstream("/proc/driver/nvidia/version"), line);

    device_info info;
    info.product = product_of(cu, device);
    info.platform = "CUDA " + version_text(cu.version());
    info.driver = driver_release(line);
    if (info.driver.empty()) // in some containers
        info.driver = version_text(cu.version());
    info.type = device_type::gpu;
    info.limits = limits_of(cu, device);
    return info;
}

} // namespace gpufft::cuda
