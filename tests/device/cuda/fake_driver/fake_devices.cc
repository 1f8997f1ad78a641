/* SPDX-License-Identifier: GPL-3.0-or-later */
// The fake driver's GPUs and contexts. $FAKE_CUDA_INIT is what cuInit returns,
// $FAKE_CUDA_VERSION what cuDriverGetVersion. With $FAKE_CUDA_CAPABILITY, 91 for example,
// GPUs are of one that NVRTC does not know, so that all kernels come in PTX; they have no
// clusters.
#include "device/cuda/fake_driver/fake_state.h"
#include <algorithm>

namespace fake_cuda {

namespace {

// Each function that the backend calls is there, or the library does not link.
#define GPUFFT_ADDRESS(member, symbol, arguments) reinterpret_cast<const void*>(&symbol),
[[gnu::used]] const void* const EVERY_FUNCTION[] = { GPUFFT_DRIVER_FUNCTIONS(
    GPUFFT_ADDRESS) };
#undef GPUFFT_ADDRESS

int capability() { return number_in("FAKE_CUDA_CAPABILITY", 90); }

} // namespace

int number_in(const char* variable, int otherwise)
{
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

extern "C" {

CUresult cuInit(unsigned)
{
    return static_cast<CUresult>(number_in("FAKE_CUDA_INIT", CUDA_SUCCESS));
}

CUresult cuDriverGetVersion(int* version)
{
    *version = number_in("FAKE_CUDA_VERSION", 13000);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult status, const char** name)
{
    static const std::map<int, const char*> NAMES = {
        { CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE" },
        { CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY" },
        { CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE" },
        { CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE" },
        { CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT" },
        { CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE" },
        { CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND" },
        { CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED" },
        { CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS" },
        { CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
          "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" },
    };
    const auto found = NAMES.find(status);
    if (found == NAMES.end())
        return CUDA_ERROR_INVALID_VALUE;
    *name = found->second;
    return CUDA_SUCCESS;
}

// NVRTC asks for what no header says, where this library has the driver's name.
CUresult cuGetExportTable(const void**, const void*) { return CUDA_ERROR_NOT_FOUND; }

CUresult cuDeviceGetCount(int* count)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *count = GPUS;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *device = ordinal;
    return ordinal < GPUS ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

// The last is older than any compiler takes.
CUresult cuDeviceGetName(char* name, int bytes, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const char* text = device == GPUS - 1 ? "Old GPU" : "Fake GPU";
    std::strncpy(name, text, static_cast<std::size_t>(bytes));
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *bytes = GPU_BYTES;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    switch (which) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = device == GPUS - 1 ? 3 : capability() / 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = device == GPUS - 1 ? 0 : capability() % 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = MOST_SHARED_BYTES;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = 1024;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
        *value = 65536;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
        *value = !std::getenv("FAKE_CUDA_CAPABILITY");
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
        *value = 32;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = 132;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
        *value = 8 << 20; // too little for slices, of which tests would compute much
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    static char contexts[GPUS];
    *context = reinterpret_cast<CUcontext>(&contexts[device]);
    ++the_retained;
    const std::lock_guard guard(the_mutex);
    the_devices[*context] = device;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice device)
{
    const std::lock_guard guard(the_mutex);
    *context = reinterpret_cast<CUcontext>(new char);
    the_objects.insert(*context);
    the_devices[*context] = device;
    the_current.push_back(*context);
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    const std::lock_guard guard(the_mutex);
    if (the_objects.erase(context) == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    the_devices.erase(context);
    the_current.erase(std::remove(the_current.begin(), the_current.end(), context),
                      the_current.end());
    delete reinterpret_cast<char*>(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context)
{
    *context = the_current.empty() ? nullptr : the_current.back();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    const auto found =
        the_current.empty() ? the_devices.end() : the_devices.find(the_current.back());
    if (found == the_devices.end())
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = found->second;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice)
{
    --the_retained;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    the_current.push_back(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext* context)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = the_current.back();
    the_current.pop_back();
    return CUDA_SUCCESS;
}

} // extern "C"

} // namespace fake_cuda
