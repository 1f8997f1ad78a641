/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/memory.h"
#include <fmt/format.h>

namespace gpufft::cuda {

namespace {

// What is free counts here, not what there is: other processes use the GPU, too.
std::string memory_text(const driver& cu)
{
    std::size_t free = 0, all = 0;
    if (cu.mem_get_info.ask(&free, &all) != CUDA_SUCCESS)
        return "";
    return fmt::format("; {} of {} bytes are free", free, all);
}

} // namespace

cuda_buffer::cuda_buffer(std::shared_ptr<cuda_device> on, std::size_t bytes)
    : d_device(std::move(on)), d_bytes(bytes)
{
    checked(d_device->in().cu(), [&] {
        const current_context current(d_device->in());
        const auto& cu = d_device->in().cu();
        try {
            cu.mem_alloc(&d_address, bytes);
        } catch (const failed_driver_call& error) {
            throw device_error(
                describe(
                    cu,
                    error,
                    fmt::format(" of {} bytes on {}", bytes, d_device->info().name)) +
                memory_text(cu));
        }
    });
}

cuda_buffer::cuda_buffer(std::shared_ptr<cuda_buffer> whole,
                         std::size_t offset,
                         std::size_t bytes)
    : d_device(whole->d_device),
      d_whole(std::move(whole)),
      d_bytes(bytes),
      d_address(d_whole->address() + offset)
{
    if (offset > d_whole->bytes() || bytes > d_whole->bytes() - offset)
        throw device_error(fmt::format(
            "{} bytes at offset {} of a buffer of {}", bytes, offset, d_whole->bytes()));
}

cuda_buffer::cuda_buffer(std::shared_ptr<cuda_device> on,
                         CUdeviceptr borrowed,
                         std::size_t bytes)
    : d_device(std::move(on)), d_bytes(bytes), d_address(borrowed), d_is_borrowed(true)
{
}

cuda_buffer::~cuda_buffer()
{
    if (d_whole || d_is_borrowed)
        return;
    release_quietly(d_device->in(), [&](const driver& cu) { cu.mem_free(d_address); });
}

pinned_host_buffer::pinned_host_buffer(std::shared_ptr<cuda_device> on, std::size_t bytes)
    : d_device(std::move(on)), d_bytes(bytes)
{
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.mem_host_alloc(&d_data, bytes, CU_MEMHOSTALLOC_PORTABLE);
        },
        [&] { return fmt::format(" of {} bytes", bytes); });
}

pinned_host_buffer::~pinned_host_buffer()
{
    release_quietly(d_device->in(), [&](const driver& cu) { cu.mem_free_host(d_data); });
}

std::shared_ptr<pinned_in_place>
pinned_in_place::of(std::shared_ptr<cuda_device> on, void* memory, std::size_t bytes)
{
    const auto& in = on->in();
    const auto status = checked(in, [&](const driver& cu) {
        return cu.mem_host_register.ask(memory, bytes, CU_MEMHOSTREGISTER_PORTABLE);
    });
    if (status != CUDA_SUCCESS)
        return nullptr;
    return std::make_shared<pinned_in_place>(std::move(on), memory);
}

pinned_in_place::pinned_in_place(std::shared_ptr<cuda_device> on, void* registered)
    : d_device(std::move(on)), d_data(registered)
{
}

pinned_in_place::~pinned_in_place()
{
    release_quietly(d_device->in(),
                    [&](const driver& cu) { cu.mem_host_unregister(d_data); });
}

} // namespace gpufft::cuda
