/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_H

#include "device/opencl/device.h"
#include "device/opencl/kernel_stack.h"
#include "device/opencl/program.h"
#include <mutex>

namespace gpufft::opencl {

class opencl_kernel : public kernel
{
public:
    opencl_kernel(std::shared_ptr<opencl_device> on,
                  const kernel_source& source,
                  const built_program& program);

    const kernel_source& source() const override { return d_source; }

    //! Sets the arguments and enqueues, as one step: a cl_kernel holds its arguments.
    //! \param end  gets its event; nullptr: none is wanted
    //! \throws device_error
    void enqueue(cl::CommandQueue& on,
                 std::uint64_t groups,
                 const std::vector<kernel_argument>& arguments,
                 cl::Event* end);

private:
    void enqueue_here(cl::CommandQueue& on,
                      std::uint64_t groups,
                      const std::vector<kernel_argument>& arguments,
                      cl::Event* end);

    std::shared_ptr<opencl_device> d_device;
    kernel_source d_source;
    kernel_stack d_stack;
    std::mutex d_mutex;
    cl::Kernel d_handle;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_KERNEL_H */
