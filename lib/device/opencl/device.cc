/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/with_stack.h"
#include "device/opencl/callers_queue.h"
#include "device/opencl/device.h"
#include "device/opencl/kernel.h"
#include "device/opencl/kernel_stack.h"
#include "device/opencl/limits.h"
#include "device/opencl/memory.h"
#include "device/opencl/pocl.h"
#include "device/opencl/program.h"
#include "device/opencl/queue.h"
#include "device/opencl/status.h"

namespace gpufft::opencl {

namespace {

// PoCL prints "5 warnings generated." to the standard error of the program. Where a CPU
// has no AVX-512, vectors of 16 floats give such a warning each: calls of PoCL's own
// functions are no interface that could change.
std::string options_of_every_program(const device_info& info)
{
    return std::string("-cl-std=CL1.2") + (is_pocl(info.platform) ? " -w" : "");
}

// PoCL 3.1 counts the users of a loaded kernel, and miscounts where launches of several
// sizes run side by side: two of three runs of averaged spectra on four queues ended in
// "pocl_release_dlhandle_cache: Assertion `found->ref_count > 0' failed", none on one. It
// looks for what was used by the kernel and its workgroup alone, and for what is to be
// used by the size of the launch as well. A kernel takes all cores, so little is lost.
bool runs_in_turn(const device_info& info) { return is_pocl(info.platform); }

// PoCL 3.1 holds the lock of a command that waits for another while it tells it that the
// other ended. A device that computes in the thread that enqueues runs the command then,
// takes the same lock, and stands still. A command waits for another only where a second
// thread enqueues while the first one computes.
bool enqueues_alone(const device_info& info, const cl::Device& device)
{
    return is_pocl(info.platform) &&
           checked([&] { return computes_in_calling_thread(device); });
}

// PoCL reads the code of its functions, 9 MB, where a program is built and no context but
// its own is there: three quarters of a second for each flowgraph that follows another.
// The first context stays.
void keep_functions_of_pocl(const device_info& info, const cl::Context& context)
{
    if (!is_pocl(info.platform))
        return;
    static const auto& kept = *new cl::Context(context);
    static_cast<void>(kept);
}

} // namespace

// No fast-math of any kind: the accuracy that is promised rests on exact rounding.
opencl_device::opencl_device(const cl::Device& handle,
                             const device_info& info,
                             const std::string& build_option)
    : d_handle(handle),
      d_info(info),
      d_build_options(options_of_every_program(info) +
                      (build_option.empty() ? "" : " " + build_option)),
      d_context(checked([&] { return cl::Context(handle); },
                        [&] { return " for " + info.name; })),
      d_enqueues_alone(enqueues_alone(info, handle)),
      d_cache(kernel_cache::default_folder())
{
    keep_functions_of_pocl(info, d_context);
    if (runs_in_turn(info))
        d_shared_queue = new_queue(true);
}

opencl_device::opencl_device(const cl::Device& handle,
                             const device_info& info,
                             const cl::Context& callers)
    : d_handle(handle),
      d_info(info),
      d_build_options(options_of_every_program(info)),
      d_context(callers),
      d_is_callers(true),
      d_enqueues_alone(enqueues_alone(info, handle)),
      d_cache(kernel_cache::default_folder())
{
    if (runs_in_turn(info))
        d_shared_queue = new_queue(true);
}

cl::CommandQueue opencl_device::new_queue(bool is_timed) const
{
    const cl_command_queue_properties properties =
        is_timed ? CL_QUEUE_PROFILING_ENABLE : 0;
    return checked([&] { return cl::CommandQueue(d_context, d_handle, properties); });
}

cl::CommandQueue opencl_device::driver_queue(bool is_timed)
{
    return d_shared_queue() ? d_shared_queue : new_queue(is_timed);
}

// All contexts have the one device of the process.
std::unique_lock<std::mutex> opencl_device::lock_commands() const
{
    static std::mutex commands;
    return d_enqueues_alone ? std::unique_lock(commands) : std::unique_lock<std::mutex>();
}

std::shared_ptr<opencl_device> opencl_device::self()
{
    return std::static_pointer_cast<opencl_device>(shared_from_this());
}

std::shared_ptr<buffer> opencl_device::make_buffer(std::size_t bytes)
{
    return std::make_shared<opencl_buffer>(self(), bytes);
}

std::shared_ptr<buffer> opencl_device::part_of(const std::shared_ptr<buffer>& whole,
                                               std::size_t offset,
                                               std::size_t bytes)
{
    return std::make_shared<opencl_buffer>(
        std::static_pointer_cast<opencl_buffer>(whole), offset, bytes);
}

std::shared_ptr<buffer> opencl_device::wrap_host_memory(void* memory, std::size_t bytes)
{
    if (!can_wrap(*this, memory))
        return nullptr;
    return std::make_shared<opencl_buffer>(self(), memory, bytes);
}

std::shared_ptr<buffer> opencl_device::borrow_array(const device_memory& m,
                                                    std::size_t bytes,
                                                    memory_use use,
                                                    std::size_t)
{
    if (m.is_cl_mem)
        return borrow_cl_mem(self(), m, bytes, use);
    return borrow_address(self(), m, bytes);
}

std::shared_ptr<callers_queue>
opencl_device::make_callers_queue(const callers_queue_settings&)
{
    if (!d_is_callers)
        return nullptr;
    return std::make_shared<callers_command_queue>(self());
}

std::shared_ptr<host_buffer> opencl_device::make_host_buffer(std::size_t bytes)
{
    if (d_info.limits.is_cpu)
        return std::make_shared<aligned_host_buffer>(bytes);
    return std::make_shared<pinned_host_buffer>(self(), bytes);
}

std::shared_ptr<queue> opencl_device::make_queue()
{
    return std::make_shared<opencl_queue>(self());
}

std::shared_ptr<kernel> opencl_device::build(const kernel_source& source)
{
    return build_with(d_cache, source);
}

std::shared_ptr<kernel> opencl_device::build_for_trial(const kernel_source& source)
{
    return build_with(d_cache.read_only(), source);
}

std::shared_ptr<kernel> opencl_device::build_with(const kernel_cache& cache,
                                                  const kernel_source& source)
{
    return d_kernels.get(source, [&]() -> std::shared_ptr<kernel> {
        // One at a time: drivers' compilers take a lock of their own.
        const std::lock_guard guard(d_build_mutex);
        return made_with_stack(COMPILER_STACK, [&] {
            return make_kernel(source, build_program(*this, source, cache));
        });
    });
}

std::shared_ptr<kernel> opencl_device::make_kernel(const kernel_source& source,
                                                   const built_program& program)
{
    return std::make_shared<opencl_kernel>(self(), source, program);
}

} // namespace gpufft::opencl
