/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_LIMITS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_LIMITS_H

#include <gpufft/device_limits.h>
#include <cstdint>
#include <string>

namespace gpufft::testing {

struct named_limits {
    const char* why;
    device_limits limits;
};

inline device_limits make_limits(bool is_cpu, int local_kib, int items, int registers)
{
    device_limits limits;
    limits.is_cpu = is_cpu;
    limits.local_memory_bytes = local_kib * 1024;
    limits.max_work_items = items;
    limits.registers = registers;
    limits.local_memory_banks = is_cpu ? 0 : 32;
    limits.vector_width = is_cpu ? 16 : 1;
    return limits;
}

//! Devices that plans must fit.
inline const named_limits LIMITS[] = {
    { "the default", device_limits() },
    { "a CPU with plenty of local memory", make_limits(true, 1024, 4096, 512) },
    { "a large GPU through OpenCL", make_limits(false, 48, 1024, 128) },
    { "a large GPU through CUDA", make_limits(false, 227, 1024, 128) },
    { "small local memory: real and imaginary parts go one by one",
      make_limits(false, 16, 256, 64) },
    { "tiny: several passes early", make_limits(false, 4, 64, 64) },
};

//! An H200 through CUDA.
inline device_limits with_clusters()
{
    auto limits = make_limits(false, 227, 1024, 128);
    limits.workgroup_registers = 65536;
    limits.max_cluster = 16;
    return limits;
}

//! An H100 or H200 with double precision, by the numbers that built-in plans were
//! searched with. \param architecture  "sm_90", or "": one that no plans are known of
inline device_limits hopper(const std::string& architecture = "")
{
    device_limits limits;
    limits.local_memory_bytes = 227 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    limits.workgroup_registers = 65536;
    limits.max_cluster = 16;
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 37;
    limits.architecture = architecture;
    return limits;
}

//! A device with so little local memory that short lengths take every path: split
//! exchanges, passes, few columns.
inline device_limits half_a_kib()
{
    auto limits = make_limits(false, 0, 16, 64);
    limits.local_memory_bytes = 512;
    return limits;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_LIMITS_H */
