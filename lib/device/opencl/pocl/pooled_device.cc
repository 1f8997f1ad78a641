/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/memory.h"
#include "device/opencl/pocl/pooled_device.h"
#include "device/opencl/pocl/pooled_kernel.h"
#include "device/opencl/pocl/pooled_queue.h"

namespace gpufft::opencl {

namespace {

// Never destroyed: threads may still launch when static destructors run.
thread_pool& pool_of_process(int cores)
{
    static thread_pool& the_one = *new thread_pool(cores - 1);
    return the_one;
}

} // namespace

pooled_device::pooled_device(const cl::Device& single, const device_info& info, int cores)
    : opencl_device(single, info, ""), d_pool(pool_of_process(cores))
{
}

// Compiled kernels are told its address (compiled_function.h).
std::shared_ptr<buffer> pooled_device::make_buffer(std::size_t bytes)
{
    return opencl_buffer::at_address(self(), bytes);
}

std::shared_ptr<queue> pooled_device::make_queue()
{
    return std::make_shared<pooled_queue>(self(), d_pool);
}

std::shared_ptr<kernel> pooled_device::make_kernel(const kernel_source& source,
                                                   const built_program& program)
{
    return std::make_shared<pooled_kernel>(self(), source, program);
}

} // namespace gpufft::opencl
