/* SPDX-License-Identifier: GPL-3.0-or-later */
// Time of the kernels alone, data staying on the device: the fraction of a copy's rate
// that a batch of about 128 Mi points (GPU) or 4 Mi points (CPU device) reaches.
// Usage: bm_kernels DEVICE TRANSFORM..., e.g. bm_kernels cuda:0 4096 "r2c forward 64x64",
// or a plan line instead of a transform.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/judges/reference.h"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <string>

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

//! A number alone is the length of a complex transform.
transform asked_for(const std::string& text)
{
    const bool is_number = text.find_first_not_of("0123456789x") == std::string::npos;
    return parse_transform(is_number ? "c2c forward " + text : text);
}

void report(device& on, const std::string& text, std::int64_t points)
{
    const bool is_plan = text.find('|') != std::string::npos;
    const auto e = is_plan ? executor(parse_plan(text), on.shared_from_this())
                           : executor(asked_for(text), on.shared_from_this());
    const auto& t = e.made_plan().request;
    const auto rows =
        static_cast<std::uint32_t>(std::max<std::int64_t>(1, points / t.points()));
    const auto x = noise(std::min<std::int64_t>(points, 1 << 22));
    auto in = on.make_buffer(e.input_bytes(rows));
    auto out = on.make_buffer(e.output_bytes(rows));
    std::shared_ptr<buffer> workspace;
    if (e.workspace_bytes(rows))
        workspace = on.make_buffer(e.workspace_bytes(rows));
    auto q = on.make_queue();
    for (std::size_t at = 0; at < in->bytes(); at += x.size() * 8)
        q->upload(*in, at, x.data(), std::min(x.size() * 8, in->bytes() - at));
    q->wait_all();
    executor_memory memory;
    memory.in[0] = in.get();
    memory.out[0] = out.get();
    memory.workspace = workspace.get();
    const int repeats = on.info().limits.is_cpu ? 1 : 5;
    const double time = median_time(
        on, repeats, [&](queue& on_queue) { e.enqueue(on_queue, memory, rows); });
    const double bytes = static_cast<double>(e.input_bytes(rows) + e.output_bytes(rows));
    fmt::print("{:>24} x {:<9} {:8.3f} ms {:8.1f} GB/s {:8.0f} MS/s  {}\n",
               text,
               rows,
               time * 1e3,
               bytes / time / 1e9,
               static_cast<double>(t.points()) * rows / time / 1e6,
               to_string(e.made_plan()));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        fmt::print(stderr, "usage: bm_kernels DEVICE TRANSFORM...\n");
        return 1;
    }
    auto on = open_device(argv[1]);
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    const std::int64_t points = std::int64_t(1) << (on->info().limits.is_cpu ? 22 : 27);
    for (int i = 2; i < argc; ++i)
        report(*on, argv[i], points);
}
