/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/kernel_stack.h"

namespace gpufft::opencl {

namespace {

// For the driver, and what compiled code keeps beside the points.
constexpr std::size_t FRAMES = 1024 * 1024;
// For the points of a kernel that does not say what it takes.
constexpr std::size_t MOST = 5 * 1024 * 1024 / 2;

} // namespace

kernel_stack::kernel_stack(const launch_facts& launch)
    : d_bytes(FRAMES +
              (launch.stack_bytes ? static_cast<std::size_t>(launch.stack_bytes) : MOST))
{
}

} // namespace gpufft::opencl
