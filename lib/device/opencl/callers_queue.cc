/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/opencl/callers_queue.h"
#include "device/opencl/kernel.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft::opencl {

callers_command_queue::callers_command_queue(std::shared_ptr<opencl_device> on)
    : d_device(std::move(on))
{
}

void callers_command_queue::attach(void* native)
{
    if (!native)
        throw plan_error("the command queue given is a null pointer");
    checked(
        [&] {
            const cl::CommandQueue given(static_cast<cl_command_queue>(native), true);
            if (given.getInfo<CL_QUEUE_CONTEXT>()() != d_device->context()())
                throw plan_error(fmt::format("the command queue given is of another "
                                             "context than that of {}",
                                             label_of(d_device->info())));
            if (given.getInfo<CL_QUEUE_DEVICE>()() != d_device->handle()())
                throw plan_error(
                    fmt::format("the command queue given is of another device than {}",
                                label_of(d_device->info())));
            const auto properties = given.getInfo<CL_QUEUE_PROPERTIES>();
            d_is_in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
            d_handle = given;
        },
        [&] { return fmt::format(" of the command queue given, {}", fmt::ptr(native)); });
}

void callers_command_queue::launch(kernel& launched,
                                   std::uint64_t groups,
                                   const std::vector<kernel_argument>& arguments)
{
    if (groups == 0)
        return;
    const auto commands = d_device->lock_commands();
    keep_order();
    static_cast<opencl_kernel&>(launched).enqueue(d_handle, groups, arguments, nullptr);
    keep_order();
}

void callers_command_queue::keep_order()
{
    if (!d_is_in_order)
        checked([&] { d_handle.enqueueBarrierWithWaitList(); });
}

} // namespace gpufft::opencl
