/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_MEMORY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_MEMORY_H

#include "device/cuda/device.h"

namespace gpufft::cuda {

//! Memory of the device, or part of it.
class cuda_buffer : public buffer
{
public:
    cuda_buffer(std::shared_ptr<cuda_device> on, std::size_t bytes);
    cuda_buffer(std::shared_ptr<cuda_buffer> whole,
                std::size_t offset,
                std::size_t bytes);
    //! Over memory that somebody else frees, later.
    cuda_buffer(std::shared_ptr<cuda_device> on, CUdeviceptr borrowed, std::size_t bytes);
    ~cuda_buffer() override;
    cuda_buffer(const cuda_buffer&) = delete;
    cuda_buffer& operator=(const cuda_buffer&) = delete;

    std::size_t bytes() const override { return d_bytes; }
    std::uint64_t device_address() const override { return d_address; }
    buffer_place place() const override { return { nullptr, d_address }; }
    CUdeviceptr address() const { return d_address; }

private:
    std::shared_ptr<cuda_device> d_device;
    std::shared_ptr<cuda_buffer> d_whole; //!< that this is a part of
    std::size_t d_bytes;
    CUdeviceptr d_address = 0;
    bool d_is_borrowed = false;
};

//! Memory that the driver has page-locked.
class pinned_host_buffer : public host_buffer
{
public:
    pinned_host_buffer(std::shared_ptr<cuda_device> on, std::size_t bytes);
    ~pinned_host_buffer() override;
    pinned_host_buffer(const pinned_host_buffer&) = delete;
    pinned_host_buffer& operator=(const pinned_host_buffer&) = delete;

    void* data() override { return d_data; }
    std::size_t bytes() const override { return d_bytes; }

private:
    std::shared_ptr<cuda_device> d_device;
    std::size_t d_bytes;
    void* d_data = nullptr;
};

//! Memory of the caller, page-locked where it is.
class pinned_in_place : public host_registration
{
public:
    //! nullptr where the driver will not, e.g. because it is page-locked already
    static std::shared_ptr<pinned_in_place>
    of(std::shared_ptr<cuda_device> on, void* memory, std::size_t bytes);

    pinned_in_place(std::shared_ptr<cuda_device> on, void* registered);
    ~pinned_in_place() override;
    pinned_in_place(const pinned_in_place&) = delete;
    pinned_in_place& operator=(const pinned_in_place&) = delete;

private:
    std::shared_ptr<cuda_device> d_device;
    void* d_data;
};

//! \throws plan_error  \p m is no address, or \p alignment does not divide it
CUdeviceptr
address_of(const cuda_device& on, const device_memory& m, std::size_t alignment);

//! The memory at \p address is of this GPU, whoever asked the driver for it.
bool is_on_device(const cuda_device& on, CUdeviceptr address);

/*!
 * \brief Checks \p bytes bytes at \p address
 *
 * One call of the driver, which is allowed while a stream is being captured.
 * \throws plan_error  they are not all of memory of this GPU and this context
 */
void expect_on_device(const cuda_device& on, CUdeviceptr address, std::size_t bytes);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_MEMORY_H */
