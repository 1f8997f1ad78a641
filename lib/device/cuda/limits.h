/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIMITS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIMITS_H

#include "device/cuda/driver.h"
#include <gpufft/devices.h>

namespace gpufft::cuda {

//! All that is known of a device, but its name and the compiler in its platform.
//! \throws failed_driver_call
device_info describe_device(const driver& cu, CUdevice device);

//! 90 of an H100: what NVRTC calls sm_90.
//! \throws failed_driver_call
int architecture_of(const driver& cu, CUdevice device);

//! The driver's version in the first line of /proc/driver/nvidia/version, "" where none.
std::string driver_release(const std::string& line);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIMITS_H */
