/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CPU_DEVICE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CPU_DEVICE_H

#include "device/interface/registry.h"
#include <gpufft/devices.h>
#include <memory>

namespace gpufft::testing {

//! The first CPU device, for kernels with vectors: "auto" prefers GPUs, which have none.
//! nullptr: there is no CPU device.
inline std::shared_ptr<device> cpu_device()
{
    for (const auto& info : list_devices().devices) {
        if (info.limits.is_cpu)
            return open_device(info.name);
    }
    return nullptr;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CPU_DEVICE_H */
