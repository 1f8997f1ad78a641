/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H

#include "device/cuda/cuda_headers.h"
#include "device/cuda/library_call.h"
#include <gpufft/error.h>

namespace gpufft::cuda {

/*!
 * \brief The driver's functions that are used: the table that stands for linking
 *
 * Symbols carry their version, because the headers give a name to a newer one now and
 * then; these are in every driver since CUDA 11.
 */
class driver
{
public:
    //! Loads the first of \p files and starts the driver.
    //! \throws load_error     there is none, or a function of it is missing
    //! \throws device_error   cuInit fails: no GPU, for example
    explicit driver(const std::vector<std::string>& files = { "libcuda.so.1" });

    //! "CUDA_ERROR_OUT_OF_MEMORY (2)"
    std::string status_text(CUresult status) const;

    //! Version of the CUDA that the driver is for, e.g. 13000.
    int version() const;

private:
    // Declared first: the calls are looked up in it.
    loaded_library d_library;

public:
#define GPUFFT_CALL(member, symbol) \
    const library_call<decltype(::symbol)> member { d_library, #symbol }
    GPUFFT_CALL(init, cuInit);
    GPUFFT_CALL(driver_get_version, cuDriverGetVersion);
    GPUFFT_CALL(get_error_name, cuGetErrorName);

    GPUFFT_CALL(device_get_count, cuDeviceGetCount);
    GPUFFT_CALL(device_get, cuDeviceGet);
    GPUFFT_CALL(device_get_name, cuDeviceGetName);
    GPUFFT_CALL(device_get_attribute, cuDeviceGetAttribute);
    GPUFFT_CALL(device_total_mem, cuDeviceTotalMem_v2);

    GPUFFT_CALL(primary_ctx_retain, cuDevicePrimaryCtxRetain);
    GPUFFT_CALL(primary_ctx_release, cuDevicePrimaryCtxRelease_v2);
    GPUFFT_CALL(ctx_push_current, cuCtxPushCurrent_v2);
    GPUFFT_CALL(ctx_pop_current, cuCtxPopCurrent_v2);

    GPUFFT_CALL(mem_get_info, cuMemGetInfo_v2);
    GPUFFT_CALL(pointer_get_attribute, cuPointerGetAttribute);
    GPUFFT_CALL(mem_alloc, cuMemAlloc_v2);
    GPUFFT_CALL(mem_free, cuMemFree_v2);
    GPUFFT_CALL(mem_host_alloc, cuMemHostAlloc);
    GPUFFT_CALL(mem_free_host, cuMemFreeHost);
    GPUFFT_CALL(mem_host_register, cuMemHostRegister_v2);
    GPUFFT_CALL(mem_host_unregister, cuMemHostUnregister);
    GPUFFT_CALL(memcpy_htod_async, cuMemcpyHtoDAsync_v2);
    GPUFFT_CALL(memcpy_dtoh_async, cuMemcpyDtoHAsync_v2);
    GPUFFT_CALL(memcpy_dtod_async, cuMemcpyDtoDAsync_v2);

    GPUFFT_CALL(stream_create, cuStreamCreate);
    GPUFFT_CALL(stream_destroy, cuStreamDestroy_v2);
    GPUFFT_CALL(stream_synchronize, cuStreamSynchronize);
    GPUFFT_CALL(stream_wait_event, cuStreamWaitEvent);
    GPUFFT_CALL(event_create, cuEventCreate);
    GPUFFT_CALL(event_destroy, cuEventDestroy_v2);
    GPUFFT_CALL(event_record, cuEventRecord);
    GPUFFT_CALL(event_query, cuEventQuery);
    GPUFFT_CALL(event_synchronize, cuEventSynchronize);
    GPUFFT_CALL(event_elapsed_time, cuEventElapsedTime);

    GPUFFT_CALL(module_load_data, cuModuleLoadData);
    GPUFFT_CALL(module_unload, cuModuleUnload);
    GPUFFT_CALL(module_get_function, cuModuleGetFunction);
    GPUFFT_CALL(func_get_attribute, cuFuncGetAttribute);
    GPUFFT_CALL(func_set_attribute, cuFuncSetAttribute);
    GPUFFT_CALL(launch_kernel, cuLaunchKernel);

    GPUFFT_CALL(stream_begin_capture, cuStreamBeginCapture_v2);
    GPUFFT_CALL(stream_end_capture, cuStreamEndCapture);
    GPUFFT_CALL(graph_instantiate, cuGraphInstantiateWithFlags);
    GPUFFT_CALL(graph_destroy, cuGraphDestroy);
    GPUFFT_CALL(graph_exec_destroy, cuGraphExecDestroy);
    GPUFFT_CALL(graph_launch, cuGraphLaunch);
#undef GPUFFT_CALL
};

using failed_driver_call = failed_call<CUresult>;

//! "cuMemAlloc of 64 bytes: CUDA_ERROR_OUT_OF_MEMORY (2)"; \p what is " of 64 bytes"
std::string
describe(const driver& cu, const failed_driver_call& error, const std::string& what = "");

//! Does \p call; a driver call in it that fails becomes a device_error.
//! \p what_of makes the text after the call's name, only when that is needed.
template <typename Call, typename WhatOf>
auto checked(const driver& cu, Call&& call, WhatOf&& what_of)
{
    try {
        return call();
    } catch (const failed_driver_call& error) {
        throw device_error(describe(cu, error, what_of()));
    }
}

template <typename Call>
auto checked(const driver& cu, Call&& call)
{
    return checked(cu, call, [] { return std::string(); });
}

//! What release_quietly() does about \p error.
void log_release(const driver& cu, const failed_driver_call& error);

/*!
 * \brief Does a driver call that frees something, where nothing may be thrown
 *
 * A failure is logged. A driver that has shut down, when the process ends, has freed
 * everything already.
 */
template <typename Call>
void release_quietly(const driver& cu, Call&& call)
{
    try {
        call();
    } catch (const failed_driver_call& error) {
        log_release(cu, error);
    }
}

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H */
