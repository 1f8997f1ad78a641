/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEVICE_MEMORY_H
#define INCLUDED_GPUFFT_DEVICE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

//! Memory, contexts and queues of the caller's, by the handles that the drivers' own
//! headers give them; none of those is needed to include this.
namespace gpufft {

//! Where an array begins, in memory that a device computes in. The caller keeps it.
struct device_memory {
    device_memory() = default; //!< none
    //! A pointer to memory of a CUDA device (CUdeviceptr, or what cudaMalloc gives), or
    //! of the host where a CPU device computes in it.
    device_memory(const void* address) : handle(address) {}
    //! A buffer of OpenCL (cl_mem), from byte \p offset on.
    static device_memory of_cl_mem(const void* mem, std::size_t offset = 0)
    {
        device_memory result(mem);
        result.offset = offset;
        result.is_cl_mem = true;
        return result;
    }
    //! A CUdeviceptr, which is a number.
    static device_memory at(std::uint64_t address)
    {
        return device_memory(reinterpret_cast<const void*>(address));
    }

    const void* handle = nullptr;
    std::size_t offset = 0; //!< bytes from what `handle` means
    bool is_cl_mem = false;
};

/*!
 * \brief What a call works on
 *
 * A planar side has its real parts in the first array and its imaginary parts in the
 * second, other sides have the first alone. In place, `out` is the same as `in`, or none.
 */
struct device_arrays {
    device_memory in = {};
    device_memory out = {};
    device_memory in_imaginary = {};
    device_memory out_imaginary = {};
    //! For what lies between the passes; none: the plan's own
    device_memory workspace = {};
    std::size_t workspace_bytes = 0; //!< that lie there
    //! What expressions name: the buffers among the transform's arguments, in their
    //! order, and the numbers among them, in theirs.
    std::vector<device_memory> buffers = {};
    std::vector<double> numbers = {};
};

//! The caller's context, and its device, to compute in.
struct native_context {
    //! A CUcontext; nullptr: the one that is current on the thread that asks.
    static native_context cuda(void* context = nullptr)
    {
        return { "cuda", context, nullptr };
    }
    //! A cl_context and the cl_device_id in it, which may be nullptr where it has one.
    static native_context opencl(void* context, void* device = nullptr)
    {
        return { "opencl", context, device };
    }

    const char* backend = "";
    void* context = nullptr;
    void* device = nullptr;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_DEVICE_MEMORY_H */
