/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEVICE_LIMITS_H
#define INCLUDED_GPUFFT_DEVICE_LIMITS_H

#include <cstdint>
#include <string>

namespace gpufft {

/*!
 * \brief Plain numbers that a plan is made from; no device handle
 *
 * The defaults are the least that OpenCL 1.2 hardware of the last ten years offers,
 * so that plans made without a device run anywhere.
 */
struct device_limits {
    bool is_cpu = false;
    std::int64_t local_memory_bytes = 32 * 1024; //!< for one workgroup
    std::int64_t global_memory_bytes = std::int64_t(1) << 30;
    std::int64_t max_allocation_bytes = std::int64_t(1) << 28; //!< one buffer
    int max_work_items = 256;                                  //!< in one workgroup
    int subgroup = 32;           //!< work-items that run in lock step
    int local_memory_banks = 32; //!< of four bytes; 0: no banks (CPU devices)
    int registers = 64;          //!< 32-bit ones a work-item may use without spilling
    //! 32-bit registers of all work-items of a workgroup; 0: as many as they ask for
    int workgroup_registers = 0;
    //! Workgroups that can reach into each other's local memory; 0: none can
    int max_cluster = 0;
    int compute_units = 1;
    int vector_width = 1;     //!< floats in a native vector, for the SIMD form
    bool has_float64 = false; //!< double precision
    //! Bytes of its stack that a work-item of the SIMD form may have for a long row (CPU
    //! devices)
    std::int64_t row_stack_bytes = 512 * 1024;
    //! First-level data cache and second-level cache of a core (CPU devices), or of all
    //! compute units (GPUs, the second level alone), and bits of a vector that one
    //! instruction of a CPU computes at once; 0: as is known of the architecture. CPU
    //! devices do not say it: virtual machines tell anything. Probing measures them.
    std::int64_t l1_bytes = 0;
    std::int64_t l2_bytes = 0;
    std::int64_t issue_bits = 0;
    //! A thread can take rows of its own through all passes, one after the other.
    bool threads_take_rows = false;
    //! Name of devices that run the same plans equally well, e.g. "sm_90"; "": not known
    std::string architecture;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_DEVICE_LIMITS_H */
