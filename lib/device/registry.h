/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_REGISTRY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_REGISTRY_H

#include "device/device.h"
#include <functional>
#include <memory>
#include <string>

namespace gpufft {

/*!
 * \brief One way to reach devices: OpenCL, CUDA, fake
 *
 * A backend lives in a loadable module `libgpufft-<name>.so`, which exports
 * `extern "C" gpufft::backend* gpufft_make_backend()`. The registry looks for modules
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
    //! \p number counts in list().devices. The same device object while one is alive.
    virtual std::shared_ptr<device> open(int number) = 0;
};

//! The device of that name; opened once, shared by all who ask.
//! \throws device_error  as choose_device()
std::shared_ptr<device> open_device(const std::string& wanted);

//! Adds a backend that is no module: the fake one, in tests. Names must differ.
void add_backend(std::unique_ptr<backend> added);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_REGISTRY_H */
