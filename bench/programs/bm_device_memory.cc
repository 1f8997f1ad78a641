/* SPDX-License-Identifier: GPL-3.0-or-later */
// Time of calls on memory of the device, on a stream or queue of the caller's, beside the
// same kernels launched by the engine's own queue; one row of 2^4 to 2^24 points each.
// Usage: bm_device_memory cuda:0|opencl:N [FIRST LAST], exponents of two.
// A line a length: microseconds a call of the engine's queue (which replays graphs where
// the driver has them), of bare launches on the caller's queue, of device_fft::enqueue(),
// and of that with `replays`; then the share of the engine's speed, and what is more. Of
// calls behind each other, nothing waited for between them: the longer of what the host
// and what the device takes.
#include "device/interface/registry.h"
#include "exec/resident/borrowed_arrays.h"
#include "exec/self_test/tested_executor.h"
#include "support/devices/cuda_heap.h"
#include "support/devices/opencl_heap.h"
#include <fmt/format.h>
#include <gpufft/device_fft.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int ROUNDS = 15;

//! Exponents of two of the lengths that are timed.
struct exponents {
    int first = 4;
    int last = 24;
};

//! The caller: a driver's own context, queue and memory.
struct caller {
    native_context native;
    void* queue = nullptr;
    std::function<device_memory(std::size_t)> make;
    std::function<void()> wait;
};

//! One way to do a call, with what was measured of it.
struct way {
    std::function<void()> call;
    std::function<void()> wait;
    std::vector<double> us = {};

    void time(int calls)
    {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i)
            call();
        wait();
        const std::chrono::duration<double, std::micro> spent =
            std::chrono::steady_clock::now() - begin;
        us.push_back(spent.count() / calls);
    }
    double median()
    {
        std::sort(us.begin(), us.end());
        return us[us.size() / 2];
    }
};

//! All ways, a round of each in turn, so that whatever else happens happens to all.
void time_in_turns(std::vector<way>& ways, int calls)
{
    for (int round = -2; round < ROUNDS; ++round) {
        if (round == 0)
            for (auto& each : ways)
                each.us.clear();
        for (auto& each : ways)
            each.time(calls);
    }
}

void report(const std::shared_ptr<device>& on, const caller& by, int exponent)
{
    const transform t(std::int64_t(1) << exponent);
    const auto bytes = static_cast<std::size_t>(t.points()) * 8;
    const device_arrays arrays{ by.make(bytes), by.make(bytes) };

    const auto inside = build_with_fallback_executor(t, on, default_effort());
    const auto own = on->make_queue();
    const auto needed = inside->workspace_bytes(1);
    const auto workspace = needed ? on->make_buffer(needed) : nullptr;
    const array_borrower borrower(packed(t), on);
    const auto borrowed = borrower.borrow(arrays, 1, 0);
    auto memory = borrowed.memory();
    memory.workspace = workspace.get();
    const auto small = inside->small_batch_executor();
    const auto slices = std::max(inside->made_plan().concurrent_slices,
                                 small ? small->made_plan().concurrent_slices : 1);
    const auto bare = on->make_callers_queue({ slices, false });
    bare->attach(by.queue);

    device_fft_settings settings;
    device_fft plain(t, by.native, settings);
    settings.replays = true;
    device_fft replayed(t, by.native, settings);

    const auto enqueue_in = [&](launch_queue& q) { inside->enqueue(q, memory, 1); };
    std::vector<way> ways = {
        { [&] { enqueue_in(*own); }, [&] { own->wait_all(); } },
        { [&] { enqueue_in(*bare); }, by.wait },
        { [&] { plain.enqueue(by.queue, arrays); }, by.wait },
        { [&] { replayed.enqueue(by.queue, arrays); }, by.wait },
    };
    time_in_turns(ways, exponent < 20 ? 400 : exponent < 23 ? 100 : 30);
    std::vector<double> us;
    for (auto& each : ways)
        us.push_back(each.median());
    fmt::print("2^{:<3} {:9.2f} {:9.2f} {:9.2f} {:9.2f}   {:5.3f} {:+6.2f}   {:5.3f} "
               "{:+6.2f}   {:5.3f} {:+6.2f}  {}\n",
               exponent,
               us[0],
               us[1],
               us[2],
               us[3],
               us[0] / us[2],
               us[2] - us[0],
               us[1] / us[2],
               us[2] - us[1],
               us[0] / us[3],
               us[3] - us[0],
               plain.plan_line());
    std::fflush(stdout);
}

void report_all(const caller& by, const exponents& of)
{
    const auto on = open_device_in(by.native);
    fmt::print("{} ({}), us a call\n", on->info().product, on->info().platform);
    fmt::print("       engine  launches      call  replayed   call/engine    "
               "call/launches  replayed/engine\n");
    for (int exponent = of.first; exponent <= of.last; ++exponent)
        report(on, by, exponent);
}

int run_cuda(const exponents& of)
{
    if (!cuda_driver::is_there()) {
        fmt::print(stderr, "there is no driver of CUDA\n");
        return 77;
    }
    cuda_program mine;
    report_all({ native_context::cuda(mine.context()),
                 mine.stream(),
                 [&](std::size_t bytes) { return device_memory::at(mine.make(bytes)); },
                 [&] { mine.wait(); } },
               of);
    return 0;
}

int run_opencl(std::size_t number, const exponents& of)
{
    if (number >= opencl_program::all_devices().size()) {
        fmt::print(stderr, "there is no device opencl:{}\n", number);
        return 77;
    }
    opencl_program mine(number);
    report_all(
        { mine.native(),
          mine.queue(),
          [&](std::size_t bytes) { return device_memory::of_cl_mem(mine.make(bytes)); },
          [&] { clFinish(mine.queue()); } },
        of);
    return 0;
}

} // namespace

int main(int argc, char** argv)
try {
    const std::string device = argc > 1 ? argv[1] : "";
    exponents of;
    if (argc > 3)
        of = { std::atoi(argv[2]), std::atoi(argv[3]) };
    if (device == "cuda:0")
        return run_cuda(of);
    if (device.rfind("opencl:", 0) == 0)
        return run_opencl(std::strtoul(device.c_str() + 7, nullptr, 10), of);
    fmt::print(stderr, "usage: bm_device_memory cuda:0|opencl:N [FIRST LAST]\n");
    return 1;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_device_memory: {}\n", e.what());
    return 1;
}
