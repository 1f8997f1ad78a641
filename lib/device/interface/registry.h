/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_REGISTRY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_REGISTRY_H

#include "device/interface/device.h"
#include <functional>
#include <memory>
#include <string>

namespace gpufft {

/*!
 * \brief One way to reach devices: OpenCL, CUDA, fake
 *
 * A backend lives in a loadable module `libgpufft-<name>.so`, which exports
 * `extern "C" gpufft::backend* gpufft_make_backend()` and
 * `extern "C" const char* gpufft_backend_version()`, the GPUFFT_VERSION that it was
 * built with; another version is not loaded. The registry looks for modules
 * in $GPUFFT_BACKEND_DIR where set, else in the folder `gpufft` beside libgpufft.so,
 * else beside libgpufft.so itself (the build tree).
 */
class backend
{
public:
    virtual ~backend() = default;
    virtual std::string name() const = 0;
    //! Devices, and what gave none and why. Never throws.
    virtual device_list list() = 0;
    //! \p number counts in list().devices. The registry shares what it has opened.
    //! \throws device_error  no such number, or the driver refuses
    virtual std::shared_ptr<device> open(int number) = 0;
    //! Opens CPU device \p number with \p threads threads, fewer than it has: others for
    //! each \p part, 0 .. compute units / threads - 1. Asked of CPU devices alone.
    virtual std::shared_ptr<device> open_part(int number, int /*threads*/, int /*part*/)
    {
        return open(number);
    }
    //! The device of a context of the caller's, who keeps that. Not shared.
    //! \throws plan_error    it is not of this backend's, or has several devices
    //! \throws device_error  the driver refuses
    virtual std::shared_ptr<device> open_in(const native_context& of);
};

//! The device of that name; opened once, shared by all who ask. Of a CPU device with a
//! limit on its threads there are several parts, shared evenly.
//! \throws device_error  as choose_device()
std::shared_ptr<device> open_device(const std::string& wanted);

//! The device of a context of the caller's, in which it computes; another one for each
//! call.
//! \throws plan_error    as backend::open_in()
//! \throws device_error  there is no such backend, or the driver refuses
std::shared_ptr<device> open_device_in(const native_context& of);

//! Adds a backend that is no module: the fake one, in tests. Backends of one kind of
//! device are preferred in the order they were added, modules first.
//! \throws device_error  there is one of that name
void add_backend(std::unique_ptr<backend> added);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_REGISTRY_H */
