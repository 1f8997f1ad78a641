/* SPDX-License-Identifier: GPL-3.0-or-later */
// usage: bm_histogram [LENGTH [LEVELS [DEVICE]]]
// Samples a second that a histogram of powers takes, in pieces of several sizes: through
// the executor, copies included, and how much of a piece's time its kernels are.
#include "device/interface/registry.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/histograms/persistence_slot.h"
#include "support/judges/reference.h"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>

using namespace gpufft;

namespace {

using seconds = std::chrono::duration<double>;
using clock_type = std::chrono::steady_clock;

//! The best of some runs.
template <class work>
double time_of(const work& run, int runs)
{
    double best = 1e9;
    for (int i = 0; i < runs; ++i) {
        const auto begin = clock_type::now();
        run();
        best = std::min(best, seconds(clock_type::now() - begin).count());
    }
    return best;
}

double through_executor(persistence_executor& e,
                        const std::vector<testing::complex32>& x,
                        std::size_t frames)
{
    spectrum_batch b;
    b.samples = x.data();
    b.frames = frames;
    std::size_t done = 0;
    const auto begin = clock_type::now();
    double taken = 0;
    for (; taken < 0.5; taken = seconds(clock_type::now() - begin).count()) {
        if (e.can_submit())
            e.submit(b);
        else
            done += e.wait_oldest().frames;
    }
    while (e.in_flight())
        e.wait_oldest();
    return static_cast<double>(done) / taken;
}

} // namespace

int main(int argc, char** argv)
{
    const auto length = argc > 1 ? std::atoll(argv[1]) : 1024;
    const auto levels = argc > 2 ? std::atoll(argv[2]) : 256;
    const std::string name = argc > 3 ? argv[3] : "auto";
    const persistence_request request = { length, length, levels };
    const std::vector<float> taps(length, 1);
    persistence_executor e(request, taps, name);
    const auto on = open_device(name);
    const persistence_kernels how(
        request, on, default_effort(), [](const persistence_kernels&) {});
    fmt::print("{}: {}, {} levels\n", e.device_name(), e.plan_line(), levels);
    fmt::print("{:>8} {:>12} {:>14} {:>14}\n", "frames", "MS/s", "front us", "count us");

    for (auto frames = e.max_frames(); frames >= 16; frames /= 4) {
        const auto x = testing::noise(frames * length);
        const auto samples = upload_now(*on, x.data(), x.size() * sizeof(x[0]));
        const auto window = upload_now(*on, taps.data(), length * sizeof(float));
        std::vector<std::uint32_t> runs(frames + 1);
        std::iota(runs.begin(), runs.end(), 0);
        const auto table = upload_now(*on, runs.data(), runs.size() * sizeof(runs[0]));
        const std::vector<char> zeros(how.histogram.state_bytes());
        const auto counts = upload_now(*on, zeros.data(), zeros.size());
        const auto before = upload_now(*on, zeros.data(), zeros.size());
        const auto after = on->make_buffer(zeros.size());
        const auto powers = on->make_buffer(how.front.partial_bytes(frames));
        frame_memory m;
        m.samples = samples.get();
        m.window = window.get();
        m.runs = table.get();
        m.partials = powers.get();
        how.front.fit(m.workspace, frames);
        const auto q = on->make_queue();
        const auto count = static_cast<std::uint32_t>(frames);
        const double front = time_of(
            [&] {
                how.front.enqueue(*q, m, { count, count, 1, 1 });
                q->wait_all();
            },
            30);
        const double counting = time_of(
            [&] {
                how.histogram.enqueue(
                    *q,
                    { powers.get(), before.get(), after.get(), counts.get() },
                    count,
                    { 1.0 / static_cast<double>(length), -60, 20, true },
                    1);
                q->wait_all();
            },
            30);
        fmt::print("{:>8} {:>12.1f} {:>14.1f} {:>14.1f}\n",
                   frames,
                   1e-6 * through_executor(e, x, frames) * static_cast<double>(length),
                   1e6 * front,
                   1e6 * counting);
    }
}
