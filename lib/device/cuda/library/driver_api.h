/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_DRIVER_API_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_DRIVER_API_H

#include <cstddef>

/*!
 * \file
 * \brief What the backend knows of the CUDA driver API, so that no toolkit is needed to
 * build it
 *
 * Names, values and signatures are those of NVIDIA's reference of the API; there are only
 * those that are used. tests/device/cuda/check_driver_api.cc compares each with cuda.h
 * where that is found.
 */
namespace gpufft::cuda {

// The type is fixed, unlike in C: a newer driver returns values that have no name here.
enum CUresult : unsigned {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
};

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphExec = struct CUgraphExec_st*;

enum CUdevice_attribute : unsigned {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
};

enum CUfunction_attribute : unsigned {
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
};

enum CUclusterSchedulingPolicy : unsigned {
    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2,
};

enum CUpointer_attribute : unsigned {
    CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE = 10,
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
};

enum CUmemorytype : unsigned { CU_MEMORYTYPE_DEVICE = 2 };

enum CUstreamCaptureMode : unsigned { CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1 };

enum CUstreamCaptureStatus : unsigned {
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
};

// Flags, which functions take as plain numbers.
constexpr unsigned CU_EVENT_DEFAULT = 0;
constexpr unsigned CU_EVENT_BLOCKING_SYNC = 1;
constexpr unsigned CU_EVENT_DISABLE_TIMING = 2;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
constexpr unsigned CU_MEMHOSTALLOC_PORTABLE = 1;
constexpr unsigned CU_MEMHOSTREGISTER_PORTABLE = 1;
constexpr unsigned CU_MEMHOSTREGISTER_READ_ONLY = 8;

/*!
 * \brief Each function as X(member of the class driver, symbol in the library, arguments)
 *
 * All return a CUresult. A symbol carries its version: headers give the plain name to a
 * newer one now and then. These are in every driver since CUDA 11.4. One is behind the
 * headers: cuEventElapsedTime, of which drivers before CUDA 12.8 have no _v2.
 */
#define GPUFFT_DRIVER_FUNCTIONS(X)                                                       \
    X(init, cuInit, (unsigned flags))                                                    \
    X(driver_get_version, cuDriverGetVersion, (int* version))                            \
    X(get_error_name, cuGetErrorName, (CUresult status, const char** name))              \
                                                                                         \
    X(device_get_count, cuDeviceGetCount, (int* count))                                  \
    X(device_get, cuDeviceGet, (CUdevice * device, int ordinal))                         \
    X(device_get_name, cuDeviceGetName, (char* name, int bytes, CUdevice device))        \
    X(device_get_attribute,                                                              \
      cuDeviceGetAttribute,                                                              \
      (int* value, CUdevice_attribute which, CUdevice device))                           \
    X(device_total_mem, cuDeviceTotalMem_v2, (std::size_t * bytes, CUdevice device))     \
                                                                                         \
    X(primary_ctx_retain,                                                                \
      cuDevicePrimaryCtxRetain,                                                          \
      (CUcontext * context, CUdevice device))                                            \
    X(primary_ctx_release, cuDevicePrimaryCtxRelease_v2, (CUdevice device))              \
    X(ctx_push_current, cuCtxPushCurrent_v2, (CUcontext context))                        \
    X(ctx_pop_current, cuCtxPopCurrent_v2, (CUcontext * popped))                         \
    X(ctx_get_current, cuCtxGetCurrent, (CUcontext * context))                           \
    X(ctx_get_device, cuCtxGetDevice, (CUdevice * device))                               \
                                                                                         \
    X(mem_get_info, cuMemGetInfo_v2, (std::size_t * free, std::size_t * all))            \
    X(pointer_get_attributes,                                                            \
      cuPointerGetAttributes,                                                            \
      (unsigned count, CUpointer_attribute* wanted, void** places, CUdeviceptr address)) \
    X(mem_alloc, cuMemAlloc_v2, (CUdeviceptr * address, std::size_t bytes))              \
    X(mem_free, cuMemFree_v2, (CUdeviceptr address))                                     \
    X(mem_host_alloc,                                                                    \
      cuMemHostAlloc,                                                                    \
      (void** memory, std::size_t bytes, unsigned flags))                                \
    X(mem_free_host, cuMemFreeHost, (void* memory))                                      \
    X(mem_host_register,                                                                 \
      cuMemHostRegister_v2,                                                              \
      (void* memory, std::size_t bytes, unsigned flags))                                 \
    X(mem_host_unregister, cuMemHostUnregister, (void* memory))                          \
    X(memcpy_htod_async,                                                                 \
      cuMemcpyHtoDAsync_v2,                                                              \
      (CUdeviceptr to, const void* from, std::size_t bytes, CUstream on))                \
    X(memcpy_dtoh_async,                                                                 \
      cuMemcpyDtoHAsync_v2,                                                              \
      (void* to, CUdeviceptr from, std::size_t bytes, CUstream on))                      \
    X(memcpy_dtod_async,                                                                 \
      cuMemcpyDtoDAsync_v2,                                                              \
      (CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream on))                \
                                                                                         \
    X(stream_create, cuStreamCreate, (CUstream * stream, unsigned flags))                \
    X(stream_destroy, cuStreamDestroy_v2, (CUstream stream))                             \
    X(stream_synchronize, cuStreamSynchronize, (CUstream stream))                        \
    X(stream_wait_event,                                                                 \
      cuStreamWaitEvent,                                                                 \
      (CUstream stream, CUevent event, unsigned flags))                                  \
    X(stream_get_ctx, cuStreamGetCtx, (CUstream stream, CUcontext * context))            \
    X(event_create, cuEventCreate, (CUevent * event, unsigned flags))                    \
    X(event_destroy, cuEventDestroy_v2, (CUevent event))                                 \
    X(event_record, cuEventRecord, (CUevent event, CUstream on))                         \
    X(event_query, cuEventQuery, (CUevent event))                                        \
    X(event_synchronize, cuEventSynchronize, (CUevent event))                            \
    X(event_elapsed_time, cuEventElapsedTime, (float* ms, CUevent begin, CUevent end))   \
                                                                                         \
    X(module_load_data, cuModuleLoadData, (CUmodule * module, const void* image))        \
    X(module_unload, cuModuleUnload, (CUmodule module))                                  \
    X(module_get_function,                                                               \
      cuModuleGetFunction,                                                               \
      (CUfunction * function, CUmodule module, const char* name))                        \
    X(func_get_attribute,                                                                \
      cuFuncGetAttribute,                                                                \
      (int* value, CUfunction_attribute which, CUfunction function))                     \
    X(func_set_attribute,                                                                \
      cuFuncSetAttribute,                                                                \
      (CUfunction function, CUfunction_attribute which, int value))                      \
    X(launch_kernel,                                                                     \
      cuLaunchKernel,                                                                    \
      (CUfunction function,                                                              \
       unsigned groups_x,                                                                \
       unsigned groups_y,                                                                \
       unsigned groups_z,                                                                \
       unsigned items_x,                                                                 \
       unsigned items_y,                                                                 \
       unsigned items_z,                                                                 \
       unsigned shared_bytes,                                                            \
       CUstream on,                                                                      \
       void** arguments,                                                                 \
       void** extra))                                                                    \
                                                                                         \
    X(stream_begin_capture,                                                              \
      cuStreamBeginCapture_v2,                                                           \
      (CUstream stream, CUstreamCaptureMode mode))                                       \
    X(stream_end_capture, cuStreamEndCapture, (CUstream stream, CUgraph * graph))        \
    X(graph_instantiate,                                                                 \
      cuGraphInstantiateWithFlags,                                                       \
      (CUgraphExec * exec, CUgraph graph, unsigned long long flags))                     \
    X(graph_destroy, cuGraphDestroy, (CUgraph graph))                                    \
    X(graph_exec_destroy, cuGraphExecDestroy, (CUgraphExec graph))                       \
    X(graph_launch, cuGraphLaunch, (CUgraphExec graph, CUstream on))

//! `cuInit_function` and so on: the type of each.
#define GPUFFT_FUNCTION_TYPE(member, symbol, arguments) \
    using symbol##_function = CUresult arguments;
GPUFFT_DRIVER_FUNCTIONS(GPUFFT_FUNCTION_TYPE)
#undef GPUFFT_FUNCTION_TYPE

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_DRIVER_API_H */
