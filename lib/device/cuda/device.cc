/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/with_stack.h"
#include "device/cuda/callers_stream.h"
#include "device/cuda/device.h"
#include "device/cuda/kernel.h"
#include "device/cuda/memory.h"
#include "device/cuda/program.h"
#include "device/cuda/queue.h"
#include "device/kernels/compiler_call.h"

namespace gpufft::cuda {

cuda_device::cuda_device(const gpu& on)
    : d_gpu(on), d_context(on.with, on.handle), d_cache(kernel_cache::default_folder())
{
}

cuda_device::cuda_device(const gpu& on, CUcontext callers)
    : d_gpu(on),
      d_context(on.with, on.handle, callers),
      d_cache(kernel_cache::default_folder())
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

std::shared_ptr<buffer> cuda_device::borrow_memory(void* memory, std::size_t bytes)
{
    const auto address = reinterpret_cast<CUdeviceptr>(memory);
    if (!is_on_device(*this, address))
        return nullptr;
    return std::make_shared<cuda_buffer>(self(), address, bytes);
}

std::shared_ptr<buffer> cuda_device::borrow_array(const device_memory& m,
                                                  std::size_t bytes,
                                                  memory_use,
                                                  std::size_t alignment)
{
    const auto address = address_of(*this, m, alignment);
    expect_on_device(*this, address, bytes);
    return std::make_shared<cuda_buffer>(self(), address, bytes);
}

std::shared_ptr<callers_queue>
cuda_device::make_callers_queue(const callers_queue_settings& settings)
{
    return std::make_shared<callers_stream>(self(), settings);
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
    return build_with(d_cache, source);
}

std::shared_ptr<kernel> cuda_device::build_for_trial(const kernel_source& source)
{
    return build_with(d_cache.read_only(), source);
}

std::shared_ptr<kernel> cuda_device::build_with(const kernel_cache& cache,
                                                const kernel_source& source)
{
    return d_kernels.get(source, [&]() -> std::shared_ptr<kernel> {
        // NVRTC, and the driver's compiler where it translates what that made.
        return made_with_stack(COMPILER_STACK, [&] {
            return std::make_shared<cuda_kernel>(
                self(), source, build_program(*this, source, cache));
        });
    });
}

} // namespace gpufft::cuda
