/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/kernel.h"
#include "device/cuda/memory.h"
#include "device/cuda/queue.h"
#include <fmt/format.h>
#include <chrono>

namespace gpufft::cuda {

namespace {

// Longer than a piece of a stream takes at the link's full rate: to watch for less
// costs some of that rate, see measurements.md, "Watching for the end of a piece".
constexpr std::chrono::microseconds WATCHED(200);

//! Waits with \p call; a status that it returns is most likely that of earlier work.
template <typename Call>
void wait_for_work(const cuda_device& on, Call&& call)
{
    try {
        const current_context current(on.in());
        call(on.in().cu());
    } catch (const failed_driver_call& error) {
        throw device_error(
            fmt::format("work on {}: {}", on.info().name, describe(on.in().cu(), error)));
    }
}

class cuda_event : public event
{
public:
    cuda_event(std::shared_ptr<cuda_device> on, CUstream after, bool is_timed)
        : d_device(std::move(on)), d_is_timed(is_timed)
    {
        d_handle = is_timed ? make_timed() : d_device->events().take();
        try {
            checked(d_device->in(),
                    [&](const driver& cu) { cu.event_record(d_handle, after); });
        } catch (...) {
            release();
            throw;
        }
    }
    ~cuda_event() override { release(); }
    cuda_event(const cuda_event&) = delete;
    cuda_event& operator=(const cuda_event&) = delete;

    // Failed work is done, too: wait() then says what happened.
    bool is_done() const override
    {
        return checked(d_device->in(), [&](const driver& cu) {
            return cu.event_query.ask(d_handle) != CUDA_ERROR_NOT_READY;
        });
    }

    void wait() override
    {
        // To be woken takes as long as much of the work does, see measurements.md,
        // "Waking who waits for CUDA".
        const auto until = std::chrono::steady_clock::now() + WATCHED;
        while (!is_done() && std::chrono::steady_clock::now() < until)
            continue;
        wait_for_work(*d_device,
                      [&](const driver& cu) { cu.event_synchronize(d_handle); });
    }

    double seconds_since(const event& earlier) override
    {
        wait();
        return checked(d_device->in(), [&](const driver& cu) {
            float ms = 0;
            const auto begin = static_cast<const cuda_event&>(earlier).handle();
            cu.event_elapsed_time(&ms, begin, d_handle);
            return 1e-3 * static_cast<double>(ms);
        });
    }

    CUevent handle() const { return d_handle; }
    void* native_handle() override { return d_handle; }

private:
    CUevent make_timed() const
    {
        CUevent result = nullptr;
        checked(d_device->in(), [&](const driver& cu) {
            cu.event_create(&result, CU_EVENT_DEFAULT | CU_EVENT_BLOCKING_SYNC);
        });
        return result;
    }
    void release()
    {
        if (!d_is_timed)
            d_device->events().give_back(d_handle);
        else
            release_quietly(d_device->in(),
                            [&](const driver& cu) { cu.event_destroy(d_handle); });
    }

    std::shared_ptr<cuda_device> d_device;
    const bool d_is_timed;
    CUevent d_handle = nullptr;
};

//! The driver packs buffers densely: it would not notice what ends in the next one.
template <typename WhatOf>
void check_range(const char* call,
                 WhatOf&& what_of,
                 std::size_t offset,
                 std::size_t bytes,
                 const buffer& in)
{
    if (offset > in.bytes() || bytes > in.bytes() - offset)
        throw device_error(fmt::format("{}{}: past the end", call, what_of()));
}

} // namespace

cuda_queue::cuda_queue(std::shared_ptr<cuda_device> on) : d_device(std::move(on))
{
    checked(d_device->in(), [&](const driver& cu) {
        cu.stream_create(&d_handle, CU_STREAM_NON_BLOCKING);
    });
    d_graphs.emplace(*d_device, d_handle);
}

cuda_queue::~cuda_queue()
{
    release_quietly(d_device->in(),
                    [&](const driver& cu) { cu.stream_synchronize(d_handle); });
    d_graphs.reset();
    release_quietly(d_device->in(),
                    [&](const driver& cu) { cu.stream_destroy(d_handle); });
}

void cuda_queue::upload(buffer& to,
                        std::size_t to_offset,
                        const void* from,
                        std::size_t bytes)
{
    if (bytes == 0)
        return;
    const auto& target = static_cast<cuda_buffer&>(to);
    const auto context = [&] {
        return fmt::format(
            " of {} bytes to offset {} of {}", bytes, to_offset, target.bytes());
    };
    check_range("cuMemcpyHtoDAsync", context, to_offset, bytes, target);
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.memcpy_htod_async(target.address() + to_offset, from, bytes, d_handle);
        },
        context);
}

void cuda_queue::download(void* to,
                          const buffer& from,
                          std::size_t from_offset,
                          std::size_t bytes)
{
    if (bytes == 0)
        return;
    const auto& source = static_cast<const cuda_buffer&>(from);
    const auto context = [&] {
        return fmt::format(
            " of {} bytes from offset {} of {}", bytes, from_offset, source.bytes());
    };
    check_range("cuMemcpyDtoHAsync", context, from_offset, bytes, source);
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.memcpy_dtoh_async(to, source.address() + from_offset, bytes, d_handle);
        },
        context);
}

void cuda_queue::copy(buffer& to,
                      std::size_t to_offset,
                      const buffer& from,
                      std::size_t from_offset,
                      std::size_t bytes)
{
    if (bytes == 0)
        return;
    const auto& target = static_cast<cuda_buffer&>(to);
    const auto& source = static_cast<const cuda_buffer&>(from);
    const auto context = [&] {
        return fmt::format(" of {} bytes from offset {} of {} to offset {} of {}",
                           bytes,
                           from_offset,
                           source.bytes(),
                           to_offset,
                           target.bytes());
    };
    check_range("cuMemcpyDtoDAsync", context, from_offset, bytes, source);
    check_range("cuMemcpyDtoDAsync", context, to_offset, bytes, target);
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.memcpy_dtod_async(target.address() + to_offset,
                                 source.address() + from_offset,
                                 bytes,
                                 d_handle);
        },
        context);
}

void cuda_queue::launch(kernel& launched,
                        std::uint64_t groups,
                        const std::vector<kernel_argument>& arguments)
{
    if (groups == 0)
        return;
    static_cast<cuda_kernel&>(launched).enqueue(d_handle, groups, arguments);
}

void cuda_queue::launch_all(const std::vector<kernel_launch>& list)
{
    d_graphs->launch(list);
}

std::shared_ptr<event> cuda_queue::record()
{
    return std::make_shared<cuda_event>(d_device, d_handle, false);
}

std::shared_ptr<event> cuda_queue::record_timed()
{
    return std::make_shared<cuda_event>(d_device, d_handle, true);
}

void cuda_queue::wait_for(event& e)
{
    checked(d_device->in(), [&](const driver& cu) {
        cu.stream_wait_event(d_handle, static_cast<cuda_event&>(e).handle(), 0);
    });
}

void cuda_queue::wait_all()
{
    wait_for_work(*d_device, [&](const driver& cu) { cu.stream_synchronize(d_handle); });
}

} // namespace gpufft::cuda
