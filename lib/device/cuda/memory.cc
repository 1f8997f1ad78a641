/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/memory.h"
#include "device/interface/device_choice.h"
#include <fmt/format.h>
#include <gpufft/error.h>

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

//! What the driver knows of the memory at an address; zeros where it knows none.
struct memory_facts {
    CUcontext context = nullptr;
    unsigned type = 0;
    int ordinal = -1;
    unsigned is_managed = 0;
    unsigned has_handle = 0; //!< memory of cuMemAlloc, which is one piece
    CUdeviceptr begin = 0;
    std::size_t bytes = 0;

    CUdeviceptr end() const { return begin + bytes; }
};

memory_facts facts_of(const driver& cu, CUdeviceptr address)
{
    memory_facts found;
    CUpointer_attribute wanted[] = { CU_POINTER_ATTRIBUTE_CONTEXT,
                                     CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                     CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                     CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                     CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
                                     CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                     CU_POINTER_ATTRIBUTE_RANGE_SIZE };
    void* places[] = { &found.context,    &found.type,  &found.ordinal, &found.is_managed,
                       &found.has_handle, &found.begin, &found.bytes };
    constexpr unsigned COUNT = sizeof(wanted) / sizeof(wanted[0]);
    if (cu.pointer_get_attributes.ask(COUNT, wanted, places, address) != CUDA_SUCCESS)
        return {};
    return found;
}

bool is_on(const cuda_device& on, const memory_facts& memory)
{
    return memory.type == CU_MEMORYTYPE_DEVICE && memory.ordinal == on.handle();
}

//! What is wrong with it for kernels of \p on; "": nothing.
std::string fault_of(const cuda_device& on, const memory_facts& memory)
{
    if (memory.type == 0)
        return "is not known to the driver";
    if (memory.is_managed)
        return "";
    if (memory.type != CU_MEMORYTYPE_DEVICE)
        return "is memory of the host";
    if (!is_on(on, memory))
        return fmt::format("is memory of GPU {}", memory.ordinal);
    if (memory.context && memory.context != on.in().handle())
        return "is memory of another context";
    return "";
}

[[noreturn]] void
refuse_memory(const cuda_device& on, CUdeviceptr address, const std::string& fault)
{
    throw plan_error(
        fmt::format("the array at {:#x} {}; {} computes in memory of its own "
                    "context (cuMemAlloc, cudaMalloc)",
                    address,
                    fault,
                    label_of(on.info())));
}

//! Mapped memory may consist of pieces side by side; what was allocated is one.
bool goes_on(const memory_facts& piece, const memory_facts& next)
{
    return next.type && !piece.has_handle && !next.has_handle;
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
        constexpr auto HOW = CU_MEMHOSTREGISTER_PORTABLE;
        const auto first = cu.mem_host_register.ask(memory, bytes, HOW);
        // Files that are mapped to be read are locked as what they are, or not at all.
        return first == CUDA_SUCCESS
                   ? first
                   : cu.mem_host_register.ask(
                         memory, bytes, HOW | CU_MEMHOSTREGISTER_READ_ONLY);
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

CUdeviceptr
address_of(const cuda_device& on, const device_memory& m, std::size_t alignment)
{
    if (m.is_cl_mem)
        throw plan_error(fmt::format(
            "the array is a buffer of OpenCL; {} takes addresses", label_of(on.info())));
    const auto address = reinterpret_cast<CUdeviceptr>(m.handle) + m.offset;
    if (address % alignment)
        throw plan_error(
            fmt::format("the array begins at {:#x}; kernels of this transform "
                        "need a multiple of {} bytes",
                        address,
                        alignment));
    return address;
}

bool is_on_device(const cuda_device& on, CUdeviceptr address)
{
    return checked(on.in(),
                   [&](const driver& cu) { return is_on(on, facts_of(cu, address)); });
}

void expect_on_device(const cuda_device& on, CUdeviceptr address, std::size_t bytes)
{
    checked(on.in(), [&](const driver& cu) {
        auto piece = facts_of(cu, address);
        for (;;) {
            if (const auto fault = fault_of(on, piece); !fault.empty())
                refuse_memory(on, address, fault);
            if (piece.bytes == 0 || piece.end() >= address + bytes)
                return;
            const auto next = facts_of(cu, piece.end());
            if (!goes_on(piece, next))
                refuse_memory(on,
                              address,
                              fmt::format("has {} bytes, and the call takes {}",
                                          piece.end() - address,
                                          bytes));
            piece = next;
        }
    });
}

} // namespace gpufft::cuda
