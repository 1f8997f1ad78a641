/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "device/opencl/memory.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
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

opencl_buffer::opencl_buffer(std::shared_ptr<opencl_device> on,
                             cl_mem_flags flags,
                             std::size_t bytes)
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
        d_handle = allocate(*d_device, flags, bytes, nullptr);
    } catch (const device_error& e) {
        throw device_error(fmt::format("{}; {}", e.what(), sizes));
    }
}

// Mapped memory that the host can reach (CL_MEM_ALLOC_HOST_PTR) is that of the kernels on
// PoCL, and stays where it is.
std::shared_ptr<opencl_buffer>
opencl_buffer::at_address(std::shared_ptr<opencl_device> on, std::size_t bytes)
{
    const std::shared_ptr<opencl_buffer> result(new opencl_buffer(
        std::move(on), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes));
    const auto& device = *result->d_device;
    result->d_address = checked(
        [&] {
            const cl::CommandQueue queue(device.context(), device.handle());
            void* mapped = queue.enqueueMapBuffer(
                result->d_handle, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
            queue.enqueueUnmapMemObject(result->d_handle, mapped);
            queue.finish();
            return mapped;
        },
        [&] { return fmt::format(" of {} bytes", bytes); });
    return result;
}

opencl_buffer::opencl_buffer(std::shared_ptr<opencl_device> on,
                             void* wrapped,
                             std::size_t bytes)
    : d_device(std::move(on)),
      d_bytes(bytes),
      d_wrapped(wrapped),
      d_address(wrapped),
      d_place{ nullptr, reinterpret_cast<std::uintptr_t>(wrapped) },
      d_handle(
          allocate(*d_device, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, wrapped))
{
}

// The driver keeps the whole alive.
opencl_buffer::opencl_buffer(std::shared_ptr<opencl_buffer> whole,
                             std::size_t offset,
                             std::size_t bytes)
    : d_device(whole->d_device),
      d_bytes(bytes),
      d_address(whole->d_address ? static_cast<char*>(whole->d_address) + offset
                                 : nullptr)
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

opencl_buffer::opencl_buffer(std::shared_ptr<opencl_device> on,
                             const cl::Buffer& callers,
                             const buffer_place& place,
                             std::size_t bytes)
    : d_device(std::move(on)), d_bytes(bytes), d_place(place), d_handle(callers)
{
}

namespace {

//! A buffer of a caller's, or where it is some of another one, that and the place in it.
struct lent_buffer {
    cl::Buffer whole;
    std::size_t offset = 0; //!< in bytes, from the begin of the whole
    std::size_t bytes = 0;  //!< of what was lent
    cl_mem_flags flags = 0;
    const char* host = nullptr; //!< where the memory of the host is that it stands for
};

[[noreturn]] void refuse_lent(const opencl_device& on, const std::string& fault)
{
    throw plan_error(fmt::format(
        "the array {}, which {} cannot compute in", fault, label_of(on.info())));
}

//! \throws cl::Error  the driver says that it is no buffer
lent_buffer examine(const opencl_device& on, const cl::Buffer& given)
{
    if (given.getInfo<CL_MEM_TYPE>() != CL_MEM_OBJECT_BUFFER)
        refuse_lent(on, "is a memory object of OpenCL that is no buffer");
    if (given.getInfo<CL_MEM_CONTEXT>()() != on.context()())
        refuse_lent(on, "is a buffer of another context");
    lent_buffer found;
    found.bytes = given.getInfo<CL_MEM_SIZE>();
    found.flags = given.getInfo<CL_MEM_FLAGS>();
    found.offset = given.getInfo<CL_MEM_OFFSET>();
    // The binding gives it without keeping it.
    cl_mem whole = nullptr;
    ::clGetMemObjectInfo(
        given(), CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(whole), &whole, nullptr);
    found.whole = whole ? cl::Buffer(whole, true) : given;
    if (found.flags & CL_MEM_USE_HOST_PTR)
        found.host = static_cast<const char*>(given.getInfo<CL_MEM_HOST_PTR>());
    return found;
}

void expect_use(const opencl_device& on, const lent_buffer& lent, memory_use use)
{
    if (use != memory_use::read && (lent.flags & CL_MEM_READ_ONLY))
        refuse_lent(on, "is written, and a buffer that kernels may only read");
    if (use != memory_use::write && (lent.flags & CL_MEM_WRITE_ONLY))
        refuse_lent(on, "is read, and a buffer that kernels may only write");
}

void expect_room(const opencl_device& on,
                 const lent_buffer& lent,
                 std::size_t offset,
                 std::size_t bytes)
{
    if (offset > lent.bytes || bytes > lent.bytes - offset)
        refuse_lent(on,
                    fmt::format("has {} bytes, and the call takes {} from byte {} on",
                                lent.bytes,
                                bytes,
                                offset));
    const auto host = reinterpret_cast<std::uintptr_t>(lent.host) + offset;
    if (on.info().limits.is_cpu && lent.host && host % VECTOR_BYTES)
        refuse_lent(on,
                    fmt::format("uses memory of the host at {:#x}, no multiple of {}",
                                host,
                                VECTOR_BYTES));
}

//! \p bytes bytes of the whole from \p offset on.
cl::Buffer
some_of(const opencl_device& on, lent_buffer& lent, std::size_t offset, std::size_t bytes)
{
    const auto step = on.handle().getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
    if (offset % step)
        refuse_lent(on,
                    fmt::format("begins at byte {} of a buffer, no multiple of {}",
                                offset,
                                step));
    cl_buffer_region region = { offset, bytes };
    // Flags of 0 are those of the whole.
    return lent.whole.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

} // namespace

std::shared_ptr<buffer> borrow_cl_mem(std::shared_ptr<opencl_device> on,
                                      const device_memory& m,
                                      std::size_t bytes,
                                      memory_use use)
{
    if (!on->is_callers())
        refuse_lent(
            *on,
            "is a buffer of OpenCL and the transform was not made for its context "
            "(native_context::opencl())");
    return checked(
        [&] {
            const cl::Buffer given(static_cast<cl_mem>(const_cast<void*>(m.handle)),
                                   true);
            auto lent = examine(*on, given);
            expect_use(*on, lent, use);
            expect_room(*on, lent, m.offset, bytes);
            const auto offset = lent.offset + m.offset;
            const auto part = m.offset ? some_of(*on, lent, offset, bytes) : given;
            const buffer_place place{ lent.whole(), offset };
            return std::make_shared<opencl_buffer>(on, part, place, bytes);
        },
        [&] { return fmt::format(" of the buffer given, {}", fmt::ptr(m.handle)); });
}

std::shared_ptr<buffer> borrow_address(std::shared_ptr<opencl_device> on,
                                       const device_memory& m,
                                       std::size_t bytes)
{
    const auto address = const_cast<char*>(static_cast<const char*>(m.handle)) + m.offset;
    if (!on->info().limits.is_cpu)
        refuse_lent(*on, "is no buffer of OpenCL (device_memory::of_cl_mem())");
    if (!can_wrap(*on, address))
        refuse_lent(*on,
                    fmt::format("begins at {}, no multiple of {} bytes",
                                fmt::ptr(address),
                                VECTOR_BYTES));
    return on->wrap_host_memory(address, bytes);
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
