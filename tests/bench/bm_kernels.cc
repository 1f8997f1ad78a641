/* SPDX-License-Identifier: GPL-3.0-or-later */
// Time of the kernels alone, data staying on the device: the fraction of a copy's rate
// that a batch of about 128 Mi points (GPU) or 4 Mi points (CPU device) reaches.
// Usage: bm_kernels DEVICE LENGTH...
#include "device/registry.h"
#include "exec/executor.h"
#include "support/reference.h"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int ROUNDS = 9;

//! Seconds: the median of ROUNDS runs of work(queue), each waited for.
template <typename Work>
double median_time(device& on, int repeats, Work work)
{
    auto q = on.make_queue();
    work(*q);
    q->wait_all();
    std::vector<double> times;
    for (int i = 0; i < ROUNDS; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        for (int r = 0; r < repeats; ++r)
            work(*q);
        q->wait_all();
        const std::chrono::duration<double> spent =
            std::chrono::steady_clock::now() - begin;
        times.push_back(spent.count() / repeats);
    }
    std::sort(times.begin(), times.end());
    return times[ROUNDS / 2];
}

void report(device& on, std::int64_t length, std::int64_t points)
{
    transform t;
    t.length = length;
    const executor e(t, on.shared_from_this());
    const auto rows =
        static_cast<std::uint32_t>(std::max<std::int64_t>(1, points / length));
    const auto x = noise(std::min<std::int64_t>(points, 1 << 22));
    auto in = on.make_buffer(e.input_bytes(rows));
    auto out = on.make_buffer(e.output_bytes(rows));
    std::shared_ptr<buffer> scratch;
    if (e.scratch_bytes(rows))
        scratch = on.make_buffer(e.scratch_bytes(rows));
    auto q = on.make_queue();
    for (std::size_t at = 0; at < in->bytes(); at += x.size() * 8)
        q->upload(*in, at, x.data(), std::min(x.size() * 8, in->bytes() - at));
    q->wait_all();
    const int repeats = on.info().limits.is_cpu ? 1 : 5;
    const double time = median_time(on, repeats, [&](queue& on_queue) {
        e.enqueue(on_queue, *in, *out, scratch.get(), nullptr, rows);
    });
    const double bytes = static_cast<double>(e.input_bytes(rows) + e.output_bytes(rows));
    fmt::print("{:>9} x {:<9} {:8.3f} ms {:8.1f} GB/s {:8.0f} MS/s  {}\n",
               length,
               rows,
               time * 1e3,
               bytes / time / 1e9,
               static_cast<double>(length) * rows / time / 1e6,
               to_string(e.made_plan()));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        fmt::print(stderr, "usage: bm_kernels DEVICE LENGTH...\n");
        return 1;
    }
    auto on = open_device(argv[1]);
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    const std::int64_t points = std::int64_t(1) << (on->info().limits.is_cpu ? 22 : 27);
    for (int i = 2; i < argc; ++i)
        report(*on, std::atoll(argv[i]), points);
}
