/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second from the device's memory to accumulated powers, data staying there:
// every kind of sample, frames that touch and frames that overlap by half, RUN frames a
// run.
// Usage: bm_power DEVICE RUN LENGTH..., e.g. bm_power cuda:0 16 1024 4096 16384
#include "device/interface/registry.h"
#include "exec/frames/frame_front.h"
#include "plan/ir/enum_names.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <string>

using namespace gpufft;

namespace {

constexpr int ROUNDS = 9;

//! Seconds: the median of ROUNDS calls of work(queue), each waited for.
template <typename Work>
double median_time(device& on, Work work)
{
    auto q = on.make_queue();
    work(*q);
    q->wait_all();
    std::vector<double> times;
    for (int i = 0; i < ROUNDS; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work(*q);
        q->wait_all();
        const std::chrono::duration<double> spent =
            std::chrono::steady_clock::now() - begin;
        times.push_back(spent.count());
    }
    std::sort(times.begin(), times.end());
    return times[ROUNDS / 2];
}

//! Runs of \p each frames, and one of what is left.
std::vector<std::uint32_t> runs_of(std::uint32_t frames, std::uint32_t each)
{
    std::vector<std::uint32_t> runs;
    for (std::uint32_t f = 0; f < frames; f += each)
        runs.push_back(f);
    runs.push_back(frames);
    return runs;
}

void report(const std::shared_ptr<device>& on,
            const power_request& request,
            std::uint32_t run)
{
    const std::int64_t samples = std::int64_t(1) << (on->info().limits.is_cpu ? 22 : 27);
    const frame_front front(request, on);
    const auto frames = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
        (samples - request.length) / request.hop + 1, 1, front.max_frames()));
    const auto runs = runs_of(frames, run);
    // Zeros: powers of denormal numbers would be slow, and NaNs are no samples.
    const std::vector<char> zeros(front.sample_bytes(frames));
    const std::vector<float> taps(request.length, 0.5F);
    const auto in = upload_now(*on, zeros.data(), zeros.size());
    const auto window = upload_now(*on, taps.data(), taps.size() * sizeof(float));
    const auto table = upload_now(*on, runs.data(), runs.size() * sizeof(std::uint32_t));
    const auto partials = on->make_buffer(front.partial_bytes(runs.size() - 1));
    frame_memory memory = { in.get(), window.get(), table.get(), {}, partials.get() };
    front.fit(memory.workspace, frames);
    const frame_front::grouping grouping = {
        frames, static_cast<std::uint32_t>(runs.size() - 1), std::min(run, frames), 1
    };
    const double time =
        median_time(*on, [&](queue& q) { front.enqueue(q, memory, grouping); });
    const auto new_samples = static_cast<double>(frames) * request.hop;
    fmt::print("{:>14} {:>8} hop {:>8} {:9.3f} ms {:9.2f} GS/s {:8.1f} GB/s in  {}{}\n",
               name_of(request.samples),
               request.length,
               request.hop,
               time * 1e3,
               new_samples / time / 1e9,
               new_samples * sample_bytes(request.samples) / time / 1e9,
               front.made_plan().is_fused ? "fused, " : "",
               to_string(front.made_plan().front));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 4) {
        fmt::print(stderr, "usage: bm_power DEVICE RUN LENGTH...\n");
        return 1;
    }
    const auto on = open_device(argv[1]);
    const auto run = static_cast<std::uint32_t>(std::max(1, std::stoi(argv[2])));
    fmt::print(
        "{} ({}), runs of {} frames\n", on->info().product, on->info().platform, run);
    for (int i = 3; i < argc; ++i) {
        const std::int64_t length = std::stoll(argv[i]);
        for (const auto& kind : names<sample_kind>())
            report(on, { length, length, kind.value, accumulation::sum }, run);
        report(on,
               { length,
                 std::max<std::int64_t>(1, length / 2),
                 sample_kind::complex_float,
                 accumulation::sum },
               run);
    }
}
