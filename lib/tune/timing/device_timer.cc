/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/for_trials.h"
#include "exec/self_test/self_test.h"
#include "tune/timing/build_plans.h"
#include "tune/timing/device_timer.h"
#include <gpufft/error.h>
#include <algorithm>
#include <thread>

namespace gpufft {

namespace {

constexpr double SAMPLE_SECONDS = 1e-3; // far above what a clock's tick adds
constexpr int MOST_CALLS = 100;
constexpr std::size_t MOST_BUILDS = 16; // which take no longer side by side than one

} // namespace

device_timer::device_timer(std::shared_ptr<device> on,
                           std::size_t input_bytes,
                           std::function<bool()> stop)
    : d_device(on),
      d_trials(for_trials(on)),
      d_stop(std::move(stop)),
      d_watch(std::move(on), input_bytes),
      d_began(std::chrono::steady_clock::now())
{
}

std::vector<timing> device_timer::time(const std::vector<plan>& plans, int samples)
{
    const auto built = build_plans(plans, d_trials, false, d_stop);
    std::vector<timing> times(plans.size());
    std::vector<int> calls(plans.size(), 1);
    const auto take = [&](std::size_t i, auto&& action) {
        if (times[i].failure.empty() && d_stop())
            times[i] = { {}, "not timed: it was stopped" };
        if (!times[i].failure.empty())
            return;
        try {
            action(*built[i].result);
        } catch (const std::exception& e) {
            times[i].failure = e.what();
            times[i].seconds.clear();
        }
    };
    for (std::size_t i = 0; i < plans.size(); ++i) {
        times[i].failure = built[i].failure;
        times[i].fails_for_good = built[i].fails_for_good;
        take(i, [&](const executor& e) {
            const double once = std::max(d_watch.time(e, 1), 1e-9);
            calls[i] = static_cast<int>(
                std::clamp(SAMPLE_SECONDS / once, 1.0, double(MOST_CALLS)));
        });
    }
    for (int s = 0; s < samples; ++s) {
        for (std::size_t i = 0; i < plans.size(); ++i)
            take(i, [&](const executor& e) {
                times[i].seconds.push_back(d_watch.time(e, calls[i]));
            });
    }
    return times;
}

bool device_timer::is_right(const plan& p)
{
    try {
        self_test(executor(p, d_trials));
        return true;
    } catch (const build_error&) {
        return false;
    }
}

std::size_t device_timer::builds_at_once() const
{
    return d_device->info().limits.is_cpu
               ? 1
               : std::clamp<std::size_t>(
                     std::thread::hardware_concurrency(), 1, MOST_BUILDS);
}

void device_timer::forget_kernels() { d_trials = for_trials(d_device); }

double device_timer::elapsed() const
{
    const std::chrono::duration<double> since =
        std::chrono::steady_clock::now() - d_began;
    return since.count();
}

} // namespace gpufft
