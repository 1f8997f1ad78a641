/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/with_stack.h"
#include "device/opencl/kernel.h"
#include "device/opencl/memory.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft::opencl {

namespace {

struct set_argument {
    cl::Kernel& of;
    cl_uint index;

    void operator()(buffer* value) const
    {
        const cl_mem memory =
            value ? static_cast<opencl_buffer*>(value)->handle()() : nullptr;
        of.setArg(index, sizeof(memory), &memory);
    }
    void operator()(const buffer_slice&) const
    {
        throw device_error("clSetKernelArg: a slice of a buffer, which OpenCL has not");
    }
    void operator()(std::uint32_t value) const { of.setArg(index, cl_uint(value)); }
    void operator()(std::uint64_t value) const { of.setArg(index, cl_ulong(value)); }
    void operator()(float value) const { of.setArg(index, cl_float(value)); }
    void operator()(double value) const { of.setArg(index, cl_double(value)); }
};

} // namespace

opencl_kernel::opencl_kernel(std::shared_ptr<opencl_device> on,
                             const kernel_source& source,
                             const built_program& program)
    : d_device(std::move(on)),
      d_source(source),
      d_stack(source.launch),
      d_handle(checked([&] { return cl::Kernel(program.handle, program.kernel.c_str()); },
                       [&] { return fmt::format(" \"{}\"", source.name); }))
{
}

// Drivers of GPUs compute nothing in the thread that enqueues. Those of CPU devices may,
// PoCL's device "basic" always, and compile there.
void opencl_kernel::enqueue(cl::CommandQueue& on,
                            std::uint64_t groups,
                            const std::vector<kernel_argument>& arguments,
                            cl::Event* end)
{
    const auto enqueue = [&] { enqueue_here(on, groups, arguments, end); };
    if (d_device->info().limits.is_cpu)
        with_stack(d_stack.bytes(), enqueue);
    else
        enqueue();
}

void opencl_kernel::enqueue_here(cl::CommandQueue& on,
                                 std::uint64_t groups,
                                 const std::vector<kernel_argument>& arguments,
                                 cl::Event* end)
{
    const std::lock_guard guard(d_mutex);
    checked(
        [&] {
            for (cl_uint i = 0; i < arguments.size(); ++i)
                std::visit(set_argument{ d_handle, i }, arguments[i]);
            const std::size_t items = d_source.launch.work_items;
            on.enqueueNDRangeKernel(d_handle,
                                    cl::NullRange,
                                    cl::NDRange(groups * items),
                                    cl::NDRange(items),
                                    nullptr,
                                    end);
        },
        [&] {
            return fmt::format(" of {} with {} arguments, {} workgroups of {}",
                               d_source.name,
                               arguments.size(),
                               groups,
                               d_source.launch.work_items);
        });
}

} // namespace gpufft::opencl
