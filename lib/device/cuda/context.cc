/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/context.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft::cuda {

context::context(std::shared_ptr<const driver> with, CUdevice on)
    : d_driver(std::move(with)), d_device(on)
{
    checked(
        cu(),
        [&] { cu().primary_ctx_retain(&d_handle, d_device); },
        [&] { return fmt::format(" of GPU {}", d_device); });
}

context::context(std::shared_ptr<const driver> with, CUdevice on, CUcontext callers)
    : d_driver(std::move(with)), d_device(on), d_handle(callers), d_is_primary(false)
{
}

context::~context()
{
    if (!d_is_primary)
        return;
    release_quietly(cu(), [&] { cu().primary_ctx_release(d_device); });
}

CUcontext context_of(const driver& cu, const native_context& of)
{
    auto context = static_cast<CUcontext>(of.context);
    if (!context)
        checked(cu, [&] { cu.ctx_get_current(&context); });
    if (!context)
        throw device_error(
            "no CUDA context is current on this thread; make one current "
            "(cudaSetDevice and cudaFree(0), cuCtxSetCurrent), or give one");
    return context;
}

CUdevice device_of(const driver& cu, CUcontext context)
{
    return checked(
        cu,
        [&] {
            CUdevice of = 0;
            CUcontext popped = nullptr;
            cu.ctx_push_current(context);
            const auto status = cu.ctx_get_device.ask(&of);
            cu.ctx_pop_current(&popped);
            if (status != CUDA_SUCCESS)
                throw failed_driver_call(cu.ctx_get_device.name(), status);
            return of;
        },
        [] { return " of the context given"; });
}

} // namespace gpufft::cuda
