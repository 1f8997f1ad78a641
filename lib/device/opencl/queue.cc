/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/opencl/kernel.h"
#include "device/opencl/memory.h"
#include "device/opencl/queue.h"
#include "device/opencl/status.h"
#include <fmt/format.h>

namespace gpufft::opencl {

namespace {

class opencl_event : public event
{
public:
    opencl_event(std::shared_ptr<opencl_device> on, const cl::Event& handle)
        : d_device(std::move(on)), d_handle(handle)
    {
    }

    bool is_done() const override { return status() <= CL_COMPLETE; }

    void wait() override
    {
        // Waiting for failed work fails too, but only says that something did.
        try {
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

private:
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
    if (bytes == 0) // which OpenCL 1.2 calls an error
        return;
    const auto& target = static_cast<opencl_buffer&>(to);
    checked(
        [&] {
            d_handle.enqueueWriteBuffer(
                target.handle(), CL_FALSE, to_offset, bytes, from);
        },
        [&] {
            return fmt::format(
                " of {} bytes to offset {} of {}", bytes, to_offset, target.bytes());
        });
}

void opencl_queue::download(void* to,
                            const buffer& from,
                            std::size_t from_offset,
                            std::size_t bytes)
{
    if (bytes == 0)
        return;
    const auto& source = static_cast<const opencl_buffer&>(from);
    checked(
        [&] {
            d_handle.enqueueReadBuffer(source.handle(), CL_FALSE, from_offset, bytes, to);
        },
        [&] {
            return fmt::format(
                " of {} bytes from offset {} of {}", bytes, from_offset, source.bytes());
        });
}

void opencl_queue::copy(buffer& to, const buffer& from, std::size_t bytes)
{
    if (bytes == 0)
        return;
    const auto& target = static_cast<opencl_buffer&>(to);
    const auto& source = static_cast<const opencl_buffer&>(from);
    checked(
        [&] {
            d_handle.enqueueCopyBuffer(source.handle(), target.handle(), 0, 0, bytes);
        },
        [&] {
            return fmt::format(
                " of {} bytes from {} to {}", bytes, source.bytes(), target.bytes());
        });
}

void opencl_queue::launch(kernel& what,
                          std::uint64_t groups,
                          const std::vector<kernel_argument>& arguments)
{
    if (groups == 0)
        return;
    static_cast<opencl_kernel&>(what).enqueue(d_handle, groups, arguments);
}

std::shared_ptr<event> opencl_queue::record()
{
    return checked([&] {
        cl::Event marker;
        d_handle.enqueueMarkerWithWaitList(nullptr, &marker);
        d_handle.flush();
        return std::make_shared<opencl_event>(d_device, marker);
    });
}

std::shared_ptr<event> opencl_queue::record_timed()
{
    if (!d_is_timed) {
        checked([&] { d_handle.finish(); });
        d_handle = d_device->driver_queue(true);
        d_is_timed = true;
    }
    return record();
}

void opencl_queue::wait_for(event& e)
{
    const std::vector<cl::Event> before = { static_cast<opencl_event&>(e).handle() };
    checked([&] { d_handle.enqueueBarrierWithWaitList(&before); });
}

void opencl_queue::wait_all() { record()->wait(); }

} // namespace gpufft::opencl
