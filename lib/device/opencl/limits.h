/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H

#include "device/opencl/cl_headers.h"
#include <gpufft/devices.h>
#include <cstdint>
#include <string>

namespace gpufft::opencl {

//! The platform that is called so is PoCL.
bool is_pocl(const std::string& platform);

//! All that is known of a device, but its name.
//! \throws cl::Error
device_info describe_device(const cl::Platform& platform, const cl::Device& device);

//! Bytes of a thread's stack that a row of a vector kernel may take. \p are_ours: PoCL
//! computes in threads of this library, or in some that it started with as much stack.
std::int64_t row_stack_of_threads(bool are_ours);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_LIMITS_H */
