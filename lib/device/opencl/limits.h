/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H

#include "device/opencl/cl_headers.h"
#include <gpufft/devices.h>
#include <string>

namespace gpufft::opencl {

//! The platform that is called so is PoCL.
bool is_pocl(const std::string& platform);

//! All that is known of a device, but its name.
//! \throws cl::Error
device_info describe_device(const cl::Platform& platform, const cl::Device& device);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H */
