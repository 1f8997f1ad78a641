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

//! The kernels of a submission, on memory of their own.
class one_submission
{
public:
    one_submission(const persistence_kernels& how,
                   device& on,
                   const std::vector<float>& taps,
                   const std::vector<testing::complex32>& x)
        : d_how(how),
          d_frames(static_cast<std::uint32_t>(x.size() / taps.size())),
          d_samples(upload_now(on, x.data(), x.size() * sizeof(x[0]))),
          d_window(upload_now(on, taps.data(), taps.size() * sizeof(float))),
          d_values(on.make_buffer(how.front().partial_bytes(d_frames))),
          d_queue(on.make_queue())
    {
        d_scale.factor = 1.0 / static_cast<double>(taps.size());
        std::vector<std::uint32_t> runs(d_frames + 1);
        std::iota(runs.begin(), runs.end(), 0);
        d_runs = upload_now(on, runs.data(), runs.size() * sizeof(runs[0]));
        const std::vector<char> zeros(how.counts_bytes());
        d_counts = upload_now(on, zeros.data(), zeros.size());
        if (how.columns) {
            d_done = on.make_buffer(how.columns->done_bytes(d_frames));
            return;
        }
        how.front().fit(d_workspace, d_frames);
        d_before = upload_now(on, zeros.data(), how.state_bytes());
        d_after = on.make_buffer(how.state_bytes());
    }

    void transform() const
    {
        frame_memory m;
        m.samples = d_samples.get();
        m.window = d_window.get();
        m.runs = d_runs.get();
        m.partials = d_values.get();
        if (d_how.singles) {
            spectrum_output shown;
            shown.factor = d_scale.factor;
            shown.decibels = true;
            d_how.singles->enqueue(*d_queue,
                                   { m.samples, m.window, m.partials },
                                   d_workspace,
                                   d_frames,
                                   shown);
        } else {
            m.workspace = d_workspace;
            d_how.front().enqueue(*d_queue, m, { d_frames, d_frames, 1, 1 });
        }
        d_queue->wait_all();
    }

    void count() const
    {
        if (d_how.columns)
            d_how.columns->count(*d_queue,
                                 {},
                                 { d_values.get(), d_counts.get(), d_done.get() },
                                 d_frames,
                                 d_scale,
                                 { 1, true });
        else
            d_how.levels->enqueue(
                *d_queue,
                { d_values.get(), d_before.get(), d_after.get(), d_counts.get() },
                d_frames,
                d_scale,
                1);
        d_queue->wait_all();
    }

private:
    const persistence_kernels& d_how;
    std::uint32_t d_frames;
    level_scale d_scale = { 1, -60, 20, true };
    std::shared_ptr<buffer> d_samples, d_window, d_values;
    std::shared_ptr<buffer> d_runs, d_counts, d_done, d_before, d_after;
    mutable frame_workspace d_workspace;
    std::shared_ptr<queue> d_queue;
};

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
        const one_submission once(how, *on, taps, x);
        const double front = time_of([&] { once.transform(); }, 30);
        const double counting = time_of([&] { once.count(); }, 30);
        fmt::print("{:>8} {:>12.1f} {:>14.1f} {:>14.1f}\n",
                   frames,
                   1e-6 * through_executor(e, x, frames) * static_cast<double>(length),
                   1e6 * front,
                   1e6 * counting);
    }
}
