/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CALLERS_QUEUE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CALLERS_QUEUE_H

#include "device/opencl/device.h"

namespace gpufft::opencl {

//! Launches on command queues of the caller's, which it flushes itself. One that is out
//! of order gets a barrier before and behind each kernel.
class callers_command_queue : public callers_queue
{
public:
    explicit callers_command_queue(std::shared_ptr<opencl_device> on);

    void attach(void* native) override;
    void detach() noexcept override { d_handle = cl::CommandQueue(); }
    void launch(kernel& launched,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override;

private:
    void keep_order();

    std::shared_ptr<opencl_device> d_device;
    cl::CommandQueue d_handle;
    bool d_is_in_order = true;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_CALLERS_QUEUE_H */
