/* SPDX-License-Identifier: GPL-3.0-or-later */
// Memory of the fake driver, page-locked memory, and copies.
#include "device/cuda/fake_driver/fake_state.h"

namespace fake_cuda {

extern "C" {

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* all)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *free = *all = GPU_BYTES;
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (bytes > GPU_BYTES)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    fake_memory memory(bytes);
    memory.of = the_current.back();
    *address = reinterpret_cast<CUdeviceptr>(memory.all.get());
    const std::lock_guard guard(the_mutex);
    the_memory.emplace(*address, std::move(memory));
    return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    const std::lock_guard guard(the_mutex);
    return the_memory.erase(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Anywhere in memory of the device; zeros elsewhere, which is no error.
CUresult cuPointerGetAttributes(unsigned count,
                                CUpointer_attribute* wanted,
                                void** places,
                                CUdeviceptr address)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    const std::lock_guard guard(the_mutex);
    auto at = the_memory.upper_bound(address);
    const bool is_known = at != the_memory.begin() &&
                          address < std::prev(at)->first + std::prev(at)->second.bytes;
    const auto put = [&](unsigned i, auto value) {
        if (!is_known)
            value = {};
        std::memcpy(places[i], &value, sizeof(value));
    };
    const CUdeviceptr begin = is_known ? (--at)->first : 0;
    const auto bytes = is_known ? at->second.bytes : 0;
    const auto of = is_known ? at->second.of : nullptr;
    for (unsigned i = 0; i < count; ++i) {
        switch (wanted[i]) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            put(i, of);
            break;
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            put(i, unsigned(CU_MEMORYTYPE_DEVICE));
            break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            put(i, is_known ? the_devices[of] : 0);
            break;
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            put(i, begin);
            break;
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
            put(i, bytes);
            break;
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
            put(i, true);
            break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            put(i, false);
            break;
        default:
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    *memory = std::malloc(bytes);
    const std::lock_guard guard(the_mutex);
    the_objects.insert(*memory);
    return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* memory)
{
    const std::lock_guard guard(the_mutex);
    if (the_objects.erase(memory) == 0)
        return CUDA_ERROR_INVALID_VALUE;
    std::free(memory);
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister_v2(void* memory, std::size_t, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    return the_objects.insert(memory).second ? CUDA_SUCCESS
                                             : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

CUresult cuMemHostUnregister(void* memory)
{
    const std::lock_guard guard(the_mutex);
    return the_objects.erase(memory) ? CUDA_SUCCESS
                                     : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUresult
cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return CUDA_SUCCESS;
}

CUresult
cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return CUDA_SUCCESS;
}

} // extern "C"

} // namespace fake_cuda
