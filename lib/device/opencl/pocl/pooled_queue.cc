/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/with_stack.h"
#include "device/opencl/copy_commands.h"
#include "device/opencl/pocl/pooled_kernel.h"
#include "device/opencl/pocl/pooled_queue.h"
#include "device/opencl/status.h"
#include "device/threads/thread_places.h"
#include <algorithm>
#include <chrono>

namespace gpufft::opencl {

namespace {

//! The event of work that was done before the event was made.
class past_event : public event
{
public:
    bool is_done() const override { return true; }
    void wait() override {}
    double seconds_since(const event& earlier) override
    {
        const auto begin = static_cast<const past_event&>(earlier).d_time;
        return std::chrono::duration<double>(d_time - begin).count();
    }

private:
    std::chrono::steady_clock::time_point d_time = std::chrono::steady_clock::now();
};

std::size_t most_stack(const std::vector<kernel_launch>& list)
{
    std::size_t most = 0;
    for (const auto& each : list)
        most = std::max(most, static_cast<pooled_kernel&>(*each.launched).stack_bytes());
    return most;
}

} // namespace

pooled_queue::pooled_queue(std::shared_ptr<opencl_device> on, thread_pool& pool)
    : d_device(std::move(on)), d_pool(pool), d_handle(checked([&] {
          return cl::CommandQueue(d_device->context(), d_device->handle());
      }))
{
}

void pooled_queue::upload(buffer& to,
                          std::size_t to_offset,
                          const void* from,
                          std::size_t bytes)
{
    write_buffer(d_handle, to, to_offset, from, bytes, CL_TRUE);
}

void pooled_queue::download(void* to,
                            const buffer& from,
                            std::size_t from_offset,
                            std::size_t bytes)
{
    if (!is_wrapped_at(from, from_offset, to))
        read_buffer(d_handle, to, from, from_offset, bytes, CL_TRUE);
}

void pooled_queue::copy(buffer& to,
                        std::size_t to_offset,
                        const buffer& from,
                        std::size_t from_offset,
                        std::size_t bytes)
{
    copy_buffer(d_handle, to, to_offset, from, from_offset, bytes, CL_TRUE);
}

void pooled_queue::launch(kernel& launched,
                          std::uint64_t groups,
                          const std::vector<kernel_argument>& arguments)
{
    if (groups == 0)
        return;
    auto& pooled = static_cast<pooled_kernel&>(launched);
    const int threads = d_device->info().limits.compute_units;
    with_stack(pooled.stack_bytes(),
               [&] { pooled.run(groups, arguments, threads, d_pool); });
}

void pooled_queue::launch_rows(const std::vector<kernel_launch>& list,
                               std::uint32_t rows,
                               std::uint32_t in_slice)
{
    std::vector<pooled_kernel::values> values;
    for (const auto& each : list)
        values.push_back(pooled_kernel::values_of(each.arguments));
    const auto slices = static_cast<int>((std::uint64_t(rows) + in_slice - 1) / in_slice);
    const int threads = d_device->info().limits.compute_units;
    thread_places places(threads);
    const auto take_slice = [&](int slice) {
        const thread_places::held place(places);
        const auto workspace = static_cast<std::uint32_t>(place.number()) * in_slice;
        const auto first = static_cast<std::uint32_t>(slice) * in_slice;
        const auto end = std::min<std::uint64_t>(rows, std::uint64_t(first) + in_slice);
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto& pooled = static_cast<pooled_kernel&>(*list[i].launched);
            for (auto row = first; row < end; ++row)
                pooled.run_row(values[i], row, rows, workspace + row - first);
        }
    };
    with_stack(most_stack(list),
               [&] { d_pool.run(slices, threads - 1, true, take_slice); });
}

std::shared_ptr<event> pooled_queue::record() { return std::make_shared<past_event>(); }

} // namespace gpufft::opencl
