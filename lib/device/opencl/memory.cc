/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/opencl/memory.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <atomic>
#include <cstdint>

namespace gpufft::opencl {

namespace {

constexpr std::size_t PAGE_BYTES = 4096;

// Kernels of the SIMD form dereference pointers to 16 floats.
constexpr std::size_t VECTOR_BYTES = 64;

cl::Buffer
allocate(const opencl_device& on, cl_mem_flags flags, std::size_t bytes, void* wrapped)
{
    return checked([&] { return cl::Buffer(on.context(), flags, bytes, wrapped); },
                   [&] { return fmt::format(" of {} bytes", bytes); });
}

} // namespace

bool can_wrap(const opencl_device& on, const void* memory)
{
    return on.info().limits.is_cpu && memory &&
           reinterpret_cast<std::uintptr_t>(memory) % VECTOR_BYTES == 0;
}

std::uint64_t opencl_buffer::next_number()
{
    static std::atomic<std::uint64_t> last{ 0 };
    return ++last;
}

opencl_buffer::opencl_buffer(std::shared_ptr<opencl_device> on, std::size_t bytes)
    : d_device(std::move(on)), d_bytes(bytes)
{
    const auto& info = d_device->info();
    const auto& limits = info.limits;
    const auto sizes = fmt::format("one buffer on {} may have {} bytes, all together {}",
                                   info.name,
                                   limits.max_allocation_bytes,
                                   limits.global_memory_bytes);
    // NVIDIA's driver (580) takes any size here and fails where the buffer is used.
    if (bytes > static_cast<std::uint64_t>(limits.max_allocation_bytes))
        throw device_error(
            fmt::format("a buffer of {} bytes is too large; {}", bytes, sizes));
    try {
        d_handle = allocate(*d_device, CL_MEM_READ_WRITE, bytes, nullptr);
    } catch (const device_error& e) {
        throw device_error(fmt::format("{}; {}", e.what(), sizes));
    }
}

opencl_buffer::opencl_buffer(std::shared_ptr<opencl_device> on,
                             void* wrapped,
                             std::size_t bytes)
    : d_device(std::move(on)),
      d_bytes(bytes),
      d_wrapped(wrapped),
      d_handle(
          allocate(*d_device, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, wrapped))
{
}

// The driver keeps the whole alive.
opencl_buffer::opencl_buffer(std::shared_ptr<opencl_buffer> whole,
                             std::size_t offset,
                             std::size_t bytes)
    : d_device(whole->d_device), d_bytes(bytes)
{
    cl_buffer_region region = { offset, bytes };
    d_handle = checked(
        [&] {
            return whole->d_handle.createSubBuffer(
                CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
        },
        [&] {
            return fmt::format(
                " of {} bytes at offset {} of {}", bytes, offset, whole->bytes());
        });
}

pinned_host_buffer::pinned_host_buffer(std::shared_ptr<opencl_device> on,
                                       std::size_t bytes)
    : d_device(std::move(on)),
      d_bytes(bytes),
      d_handle(
          allocate(*d_device, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr)),
      d_queue(checked(
          [&] { return cl::CommandQueue(d_device->context(), d_device->handle()); })),
      d_data(checked(
          [&] {
              return d_queue.enqueueMapBuffer(
                  d_handle, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
          },
          [&] { return fmt::format(" of {} bytes", bytes); }))
{
}

pinned_host_buffer::~pinned_host_buffer()
{
    try {
        d_queue.enqueueUnmapMemObject(d_handle, d_data);
        d_queue.finish();
    } catch (const cl::Error& error) {
        log().error("unmapping page-locked memory: {}", describe(error));
    }
}

aligned_host_buffer::aligned_host_buffer(std::size_t bytes)
    : d_bytes(bytes),
      d_data(std::aligned_alloc(PAGE_BYTES,
                                (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES))
{
    if (!d_data && bytes)
        throw device_error(fmt::format("no host memory for {} bytes", bytes));
}

} // namespace gpufft::opencl
