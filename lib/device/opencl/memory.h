/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_MEMORY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_MEMORY_H

#include "device/opencl/device.h"
#include <cstdint>
#include <cstdlib>

namespace gpufft::opencl {

//! May kernels use this address in place?
bool can_wrap(const opencl_device& on, const void* memory);

//! Memory of the device or part of it, or the caller's own where wrapped.
class opencl_buffer : public buffer
{
public:
    opencl_buffer(std::shared_ptr<opencl_device> on, std::size_t bytes)
        : opencl_buffer(std::move(on), CL_MEM_READ_WRITE, bytes)
    {
    }
    //! A buffer of a CPU device, whose kernels and the host reach it at one address.
    static std::shared_ptr<opencl_buffer> at_address(std::shared_ptr<opencl_device> on,
                                                     std::size_t bytes);
    opencl_buffer(std::shared_ptr<opencl_device> on, void* wrapped, std::size_t bytes);
    opencl_buffer(std::shared_ptr<opencl_buffer> whole,
                  std::size_t offset,
                  std::size_t bytes);
    //! A buffer of the caller's as it is, or some of it, which lies at \p place.
    opencl_buffer(std::shared_ptr<opencl_device> on,
                  const cl::Buffer& callers,
                  const buffer_place& place,
                  std::size_t bytes);

    std::size_t bytes() const override { return d_bytes; }
    buffer_place place() const override { return d_place; }
    const cl::Buffer& handle() const { return d_handle; }
    //! Unlike its handle's address that of no other, ever; not 0.
    std::uint64_t number() const { return d_number; }
    //! The caller's memory that this is; nullptr: memory of its own.
    const void* wrapped() const { return d_wrapped; }
    //! Where it lies in memory of the host that kernels work in; nullptr: not known.
    void* address() const { return d_address; }

private:
    opencl_buffer(std::shared_ptr<opencl_device> on,
                  cl_mem_flags flags,
                  std::size_t bytes);

    static std::uint64_t next_number();

    std::shared_ptr<opencl_device> d_device;
    std::size_t d_bytes;
    const void* d_wrapped = nullptr;
    void* d_address = nullptr;
    buffer_place d_place{ this, 0 };
    std::uint64_t d_number = next_number();
    cl::Buffer d_handle;
};

/*!
 * \brief The caller's buffer of OpenCL \p m from its offset on, for a call
 *
 * \throws plan_error  it is none that kernels of \p on may use so
 */
std::shared_ptr<buffer> borrow_cl_mem(std::shared_ptr<opencl_device> on,
                                      const device_memory& m,
                                      std::size_t bytes,
                                      memory_use use);

//! Memory of the host at \p m, for a call.
//! \throws plan_error  kernels of \p on cannot work in it
std::shared_ptr<buffer> borrow_address(std::shared_ptr<opencl_device> on,
                                       const device_memory& m,
                                       std::size_t bytes);

//! Memory that the driver has page-locked, mapped for as long as it lives.
class pinned_host_buffer : public host_buffer
{
public:
    pinned_host_buffer(std::shared_ptr<opencl_device> on, std::size_t bytes);
    ~pinned_host_buffer() override;
    pinned_host_buffer(const pinned_host_buffer&) = delete;
    pinned_host_buffer& operator=(const pinned_host_buffer&) = delete;

    void* data() override { return d_data; }
    std::size_t bytes() const override { return d_bytes; }

private:
    std::shared_ptr<opencl_device> d_device;
    std::size_t d_bytes;
    cl::Buffer d_handle;
    cl::CommandQueue d_queue; //!< to map and unmap
    void* d_data;
};

//! Plain memory, whole pages, so that wrap_host_memory() takes it.
class aligned_host_buffer : public host_buffer
{
public:
    explicit aligned_host_buffer(std::size_t bytes);

    void* data() override { return d_data.get(); }
    std::size_t bytes() const override { return d_bytes; }

private:
    struct release {
        void operator()(void* data) const { std::free(data); }
    };
    std::size_t d_bytes;
    std::unique_ptr<void, release> d_data;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_MEMORY_H */
