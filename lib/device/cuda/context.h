/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CONTEXT_H

#include "device/cuda/driver.h"
#include <gpufft/device_memory.h>
#include <memory>

namespace gpufft::cuda {

/*!
 * \brief A GPU's primary context, the one that everything else in the process shares, or
 * one of a caller's
 *
 * PyTorch or CuPy may use the primary one beside us; memory of theirs and of ours is then
 * of one context.
 */
class context
{
public:
    //! \throws device_error  e.g. the GPU takes no further process
    context(std::shared_ptr<const driver> with, CUdevice on);
    //! A context of the caller's, who keeps it.
    context(std::shared_ptr<const driver> with, CUdevice on, CUcontext callers);
    ~context();
    context(const context&) = delete;
    context& operator=(const context&) = delete;

    const driver& cu() const { return *d_driver; }
    CUcontext handle() const { return d_handle; }

private:
    std::shared_ptr<const driver> d_driver;
    CUdevice d_device;
    CUcontext d_handle = nullptr;
    bool d_is_primary = true;
};

/*!
 * \brief Makes a context current on this thread, for as long as this lives
 *
 * Driver calls act on the context of the thread that makes them. What was current
 * before is so again afterwards: callers may use CUDA themselves.
 */
class current_context
{
public:
    //! \throws failed_driver_call
    explicit current_context(const context& wanted) : d_context(wanted)
    {
        d_context.cu().ctx_push_current(d_context.handle());
    }
    ~current_context()
    {
        CUcontext popped = nullptr;
        d_context.cu().ctx_pop_current.ask(&popped);
    }
    current_context(const current_context&) = delete;
    current_context& operator=(const current_context&) = delete;

private:
    const context& d_context;
};

//! Like checked() of a driver, with the context current.
template <typename Call, typename WhatOf>
auto checked(const context& in, Call&& call, WhatOf&& what_of)
{
    return checked(
        in.cu(),
        [&] {
            const current_context current(in);
            return call(in.cu());
        },
        what_of);
}

template <typename Call>
auto checked(const context& in, Call&& call)
{
    return checked(in, call, [] { return std::string(); });
}

//! Like release_quietly() of a driver, with the context current.
template <typename Call>
void release_quietly(const context& in, Call&& call)
{
    release_quietly(in.cu(), [&] {
        const current_context current(in);
        call(in.cu());
    });
}

//! The context that \p of says: the one that is current on this thread where it says
//! none. \throws device_error  none is current
CUcontext context_of(const driver& cu, const native_context& of);
//! The GPU that \p context, of the caller's, is of.
//! \throws device_error  the driver says that it is none
CUdevice device_of(const driver& cu, CUcontext context);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CONTEXT_H */
