/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/device.h"
#include "device/cuda/kernel.h"
#include "device/cuda/memory.h"
#include "device/cuda/program.h"
#include "device/cuda/queue.h"

namespace gpufft::cuda {

cuda_device::cuda_device(const gpu& on)
    : d_gpu(on), d_context(on.with, on.handle), d_cache(kernel_cache::default_folder())
{
}

std::shared_ptr<cuda_device> cuda_device::self()
{
    return std::static_pointer_cast<cuda_device>(shared_from_this());
}

std::shared_ptr<buffer> cuda_device::make_buffer(std::size_t bytes)
{
    return std::make_shared<cuda_buffer>(self(), bytes);
}

std::shared_ptr<buffer> cuda_device::part_of(const std::shared_ptr<buffer>& whole,
                                             std::size_t offset,
                                             std::size_t bytes)
{
    return std::make_shared<cuda_buffer>(
        std::static_pointer_cast<cuda_buffer>(whole), offset, bytes);
}

std::shared_ptr<buffer> cuda_device::wrap_host_memory(void*, std::size_t)
{
    return nullptr; // kernels would read it through the bus, again and again
}

std::shared_ptr<host_buffer> cuda_device::make_host_buffer(std::size_t bytes)
{
    return std::make_shared<pinned_host_buffer>(self(), bytes);
}

std::shared_ptr<host_registration> cuda_device::register_host_memory(void* memory,
                                                                     std::size_t bytes)
{
    return pinned_in_place::of(self(), memory, bytes);
}

std::shared_ptr<queue> cuda_device::make_queue()
{
    return std::make_shared<cuda_queue>(self());
}

std::shared_ptr<kernel> cuda_device::build(const kernel_source& source)
{
    return d_kernels.get(source, [&]() -> std::shared_ptr<kernel> {
        return std::make_shared<cuda_kernel>(
            self(), source, build_program(*this, source, d_cache));
    });
}

} // namespace gpufft::cuda
