/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each name, value and type that the backend declares of the CUDA driver API is that of
// cuda.h, where this machine has it: else it does not compile. That is all; it runs
// nothing.
#include "device/cuda/as_nvidia.h"
#include "device/cuda/library/driver_api.h"
#include <cstdio>

#if __has_include(<cuda.h>)

// X(name) for the values of each enumeration; the first switch below misses none.
#define RESULTS(X)                               \
    X(CUDA_SUCCESS)                              \
    X(CUDA_ERROR_INVALID_VALUE)                  \
    X(CUDA_ERROR_OUT_OF_MEMORY)                  \
    X(CUDA_ERROR_DEINITIALIZED)                  \
    X(CUDA_ERROR_NO_DEVICE)                      \
    X(CUDA_ERROR_INVALID_DEVICE)                 \
    X(CUDA_ERROR_INVALID_IMAGE)                  \
    X(CUDA_ERROR_INVALID_CONTEXT)                \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION)        \
    X(CUDA_ERROR_INVALID_HANDLE)                 \
    X(CUDA_ERROR_ILLEGAL_STATE)                  \
    X(CUDA_ERROR_NOT_FOUND)                      \
    X(CUDA_ERROR_NOT_READY)                      \
    X(CUDA_ERROR_ILLEGAL_ADDRESS)                \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED)     \
    X(CUDA_ERROR_NOT_SUPPORTED)                  \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)     \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE)           \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED)

#define DEVICE_ATTRIBUTES(X)                                 \
    X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)             \
    X(CU_DEVICE_ATTRIBUTE_WARP_SIZE)                         \
    X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK)           \
    X(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)              \
    X(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)                     \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)          \
    X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)          \
    X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) \
    X(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH)

#define FUNCTION_ATTRIBUTES(X)                             \
    X(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)                  \
    X(CU_FUNC_ATTRIBUTE_NUM_REGS)                          \
    X(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)     \
    X(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH)            \
    X(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT)           \
    X(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH)            \
    X(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) \
    X(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE)

#define POLICIES(X) X(CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING)
#define POINTER_ATTRIBUTES(X)                          \
    X(CU_POINTER_ATTRIBUTE_CONTEXT)                    \
    X(CU_POINTER_ATTRIBUTE_MEMORY_TYPE)                \
    X(CU_POINTER_ATTRIBUTE_IS_MANAGED)                 \
    X(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)             \
    X(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE) \
    X(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR)           \
    X(CU_POINTER_ATTRIBUTE_RANGE_SIZE)
#define MEMORY_TYPES(X) X(CU_MEMORYTYPE_DEVICE)
#define CAPTURE_MODES(X) X(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
#define CAPTURE_STATES(X) \
    X(CU_STREAM_CAPTURE_STATUS_NONE) X(CU_STREAM_CAPTURE_STATUS_ACTIVE)

#define FLAGS(X)                \
    X(CU_EVENT_DEFAULT)         \
    X(CU_EVENT_BLOCKING_SYNC)   \
    X(CU_EVENT_DISABLE_TIMING)  \
    X(CU_STREAM_NON_BLOCKING)   \
    X(CU_MEMHOSTALLOC_PORTABLE) \
    X(CU_MEMHOSTREGISTER_PORTABLE)

#define ENUMERATIONS(X)                          \
    X(CUresult, RESULTS)                         \
    X(CUdevice_attribute, DEVICE_ATTRIBUTES)     \
    X(CUfunction_attribute, FUNCTION_ATTRIBUTES) \
    X(CUclusterSchedulingPolicy, POLICIES)       \
    X(CUpointer_attribute, POINTER_ATTRIBUTES)   \
    X(CUmemorytype, MEMORY_TYPES)                \
    X(CUstreamCaptureMode, CAPTURE_MODES)        \
    X(CUstreamCaptureStatus, CAPTURE_STATES)

// Before cuda.h, some of whose values are macros of these names.
namespace ours {

using namespace gpufft::cuda;

#define OUR_VALUE(name) constexpr unsigned our_##name = name;
#define OUR_VALUES(type, values) values(OUR_VALUE)
ENUMERATIONS(OUR_VALUES)
FLAGS(OUR_VALUE)

#pragma GCC diagnostic error "-Wswitch"
#define A_CASE(name) \
    case name:       \
        return true;
#define IS_LISTED(type, values)               \
    [[maybe_unused]] bool is_listed(type one) \
    {                                         \
        switch (one) {                        \
            values(A_CASE)                    \
        }                                     \
        return false;                         \
    }
ENUMERATIONS(IS_LISTED)

} // namespace ours

#include <cuda.h>

#if CUDA_VERSION >= 11080
#define IS_COMPARED

#define SAME_VALUE(name) static_assert(ours::our_##name == unsigned(name), #name);
#define SAME_ENUMERATION(type, values) GPUFFT_SAME_TYPE(type) values(SAME_VALUE)
ENUMERATIONS(SAME_ENUMERATION)
FLAGS(SAME_VALUE)

static_assert(std::is_same_v<gpufft::cuda::CUdevice, ::CUdevice>);
static_assert(std::is_same_v<gpufft::cuda::CUdeviceptr, ::CUdeviceptr>);
GPUFFT_SAME_TYPE(CUcontext)
GPUFFT_SAME_TYPE(CUmodule)
GPUFFT_SAME_TYPE(CUfunction)
GPUFFT_SAME_TYPE(CUstream)
GPUFFT_SAME_TYPE(CUevent)
GPUFFT_SAME_TYPE(CUgraph)
GPUFFT_SAME_TYPE(CUgraphExec)

#define SAME_FUNCTION(member, symbol, arguments)                                    \
    static_assert(gpufft::testing::is_called_alike<gpufft::cuda::symbol##_function, \
                                                   decltype(::symbol)>,             \
                  #symbol);
GPUFFT_DRIVER_FUNCTIONS(SAME_FUNCTION)

// A plain name that the header gives to a newer function is not the one that is meant.
constexpr bool is_plain(std::string_view symbol, std::string_view meant)
{
    return symbol == meant || symbol == "cuEventElapsedTime";
}
#define MEANT_PLAINLY(member, symbol, arguments) \
    static_assert(is_plain(#symbol, GPUFFT_EXPANDED(symbol)), #symbol);
GPUFFT_DRIVER_FUNCTIONS(MEANT_PLAINLY)

// Symbols that carry a version have that which the header gives to the plain name.
#define SECOND_VERSION(name) static_assert(GPUFFT_EXPANDED(name) == #name "_v2", #name);
SECOND_VERSION(cuDeviceTotalMem)
SECOND_VERSION(cuDevicePrimaryCtxRelease)
SECOND_VERSION(cuCtxPushCurrent)
SECOND_VERSION(cuCtxPopCurrent)
SECOND_VERSION(cuMemGetInfo)
SECOND_VERSION(cuMemAlloc)
SECOND_VERSION(cuMemFree)
SECOND_VERSION(cuMemHostRegister)
SECOND_VERSION(cuMemcpyHtoDAsync)
SECOND_VERSION(cuMemcpyDtoHAsync)
SECOND_VERSION(cuMemcpyDtoDAsync)
SECOND_VERSION(cuStreamDestroy)
SECOND_VERSION(cuEventDestroy)
SECOND_VERSION(cuStreamBeginCapture)

#endif
#endif

int main()
{
#ifdef IS_COMPARED
    std::printf("compared with cuda.h of CUDA %d\n", CUDA_VERSION);
    return 0;
#else
    std::printf("skipped: there is no cuda.h of CUDA 11.8 or later\n");
    return 77;
#endif
}
