/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/opencl/copy_commands.h"
#include "device/opencl/kernel.h"
#include "device/opencl/memory.h"
#include "device/opencl/queue.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <chrono>
#include <thread>

namespace gpufft::opencl {

namespace {

// Going to sleep and being woken takes a good part of what 64 Ki points take on two
// cores: see measurements.md, "Watching for a CPU device".
constexpr std::chrono::microseconds LONGEST_SPIN(100);

class opencl_event : public event
{
public:
    opencl_event(std::shared_ptr<opencl_device> on, const cl::Event& handle)
        : d_device(std::move(on)), d_handle(handle), d_number(d_device->count_event())
    {
    }

    bool is_done() const override { return status() <= CL_COMPLETE; }

    void wait() override
    {
        // Waiting for failed work fails too, but only says that something did.
        try {
            spin();
            d_handle.wait();
        } catch (const cl::Error& error) {
            throw_if_failed();
            throw device_error(describe(error));
        }
        throw_if_failed();
    }

    double seconds_since(const event& earlier) override
    {
        wait();
        const auto begin = static_cast<const opencl_event&>(earlier).end_ns();
        return 1e-9 * (static_cast<double>(end_ns()) - static_cast<double>(begin));
    }

    const cl::Event& handle() const { return d_handle; }
    void* native_handle() override { return d_handle(); }

private:
    // On a CPU device, for work that will soon be done: while it has no more to do behind
    // that, it would be this thread that keeps it idle. The kernels want the cores, so
    // each turn gives this one away.
    void spin() const
    {
        if (!d_device->info().limits.is_cpu)
            return;
        const auto until = std::chrono::steady_clock::now() + LONGEST_SPIN;
        while (status() > CL_COMPLETE && d_number == d_device->events() &&
               std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
    }

    cl_int status() const
    {
        return checked(
            [&] { return d_handle.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(); });
    }

    cl_ulong end_ns() const
    {
        return checked(
            [&] { return d_handle.getProfilingInfo<CL_PROFILING_COMMAND_END>(); });
    }

    void throw_if_failed() const
    {
        if (const cl_int found = status(); found < 0)
            throw device_error(
                fmt::format("work on {}: {}", d_device->info().name, status_text(found)));
    }

    std::shared_ptr<opencl_device> d_device;
    cl::Event d_handle;
    std::uint64_t d_number;
};

} // namespace

opencl_queue::opencl_queue(std::shared_ptr<opencl_device> on)
    : d_device(std::move(on)), d_handle(d_device->driver_queue(false))
{
}

opencl_queue::~opencl_queue()
{
    try {
        d_handle.finish();
    } catch (const cl::Error& error) {
        log().error("closing a queue of {}: {}", d_device->info().name, describe(error));
    }
}

void opencl_queue::upload(buffer& to,
                          std::size_t to_offset,
                          const void* from,
                          std::size_t bytes)
{
    const auto commands = d_device->lock_commands();
    write_buffer(d_handle, to, to_offset, from, bytes, CL_FALSE, noted());
}

void opencl_queue::download(void* to,
                            const buffer& from,
                            std::size_t from_offset,
                            std::size_t bytes)
{
    const auto commands = d_device->lock_commands();
    if (!d_device->writes_wrapped_memory() || !is_wrapped_at(from, from_offset, to))
        read_buffer(d_handle, to, from, from_offset, bytes, CL_FALSE, noted());
}

void opencl_queue::copy(buffer& to,
                        std::size_t to_offset,
                        const buffer& from,
                        std::size_t from_offset,
                        std::size_t bytes)
{
    const auto commands = d_device->lock_commands();
    copy_buffer(d_handle, to, to_offset, from, from_offset, bytes, CL_FALSE, noted());
}

void opencl_queue::launch(kernel& launched,
                          std::uint64_t groups,
                          const std::vector<kernel_argument>& arguments)
{
    if (groups == 0)
        return;
    const auto commands = d_device->lock_commands();
    static_cast<opencl_kernel&>(launched).enqueue(d_handle, groups, arguments, noted());
}

// Commands end in order, so the last one's event is what a marker's would be, which
// costs a command of its own: see measurements.md, "Marker of a queue".
cl::Event* opencl_queue::noted()
{
    return d_device->info().limits.is_cpu ? &d_latest : nullptr;
}

std::shared_ptr<event> opencl_queue::record()
{
    const auto commands = d_device->lock_commands();
    return checked([&] {
        cl::Event end = d_latest;
        if (!end())
            d_handle.enqueueMarkerWithWaitList(nullptr, &end);
        d_handle.flush();
        return std::make_shared<opencl_event>(d_device, end);
    });
}

std::shared_ptr<event> opencl_queue::record_timed()
{
    if (!d_is_timed) {
        checked([&] { d_handle.finish(); });
        d_handle = d_device->driver_queue(true);
        d_latest = cl::Event();
        d_is_timed = true;
    }
    return record();
}

void opencl_queue::wait_for(event& e)
{
    const std::vector<cl::Event> before = { static_cast<opencl_event&>(e).handle() };
    const auto commands = d_device->lock_commands();
    checked([&] { d_handle.enqueueBarrierWithWaitList(&before, noted()); });
}

void opencl_queue::wait_all() { record()->wait(); }

} // namespace gpufft::opencl
