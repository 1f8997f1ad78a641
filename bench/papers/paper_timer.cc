/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/measure/nominal_operations.h"
#include "bench/measure/rounded.h"
#include "bench/papers/paper_timer.h"
#include "plan/text/plan_text.h"
#include "tune/timing/build_plans.h"
#include <algorithm>

namespace gpufft::app {

namespace {

constexpr double SHORTEST_SAMPLE_S = 2e-4; // far above what a clock's tick adds
constexpr int MOST_CALLS = 100;

double best_copy_rate(stopwatch& watch, double bytes, int rounds)
{
    double best = 0;
    for (int i = 0; i < rounds; ++i)
        best = std::max(best, bytes / watch.time_copy(bytes, 1));
    return best;
}

} // namespace

paper_timer::paper_timer(std::shared_ptr<device> on, std::size_t input_bytes, int rounds)
    : d_device(on),
      d_input_bytes(input_bytes),
      d_rounds(rounds),
      d_watch(std::move(on), input_bytes),
      d_copy_rate(best_copy_rate(d_watch, 2 * static_cast<double>(input_bytes), d_rounds))
{
}

std::vector<plan_time> paper_timer::time(const std::vector<plan>& plans)
{
    const auto built = build_plans(plans, d_device, true);
    std::vector<plan_time> times(plans.size());
    std::vector<int> calls(plans.size(), 1);
    std::vector<std::vector<double>> seconds(plans.size());
    const auto take = [&](std::size_t i, auto&& sample) {
        if (!times[i].failure.empty())
            return;
        try {
            sample(*built[i].result);
        } catch (const std::exception& e) {
            times[i].failure = e.what();
        }
    };
    for (std::size_t i = 0; i < plans.size(); ++i) {
        times[i].failure = built[i].failure;
        take(i, [&](const executor& e) {
            const double once = std::max(d_watch.time(e, 1), 1e-9);
            calls[i] = static_cast<int>(
                std::clamp(SHORTEST_SAMPLE_S / once, 1.0, double(MOST_CALLS)));
        });
    }
    for (int round = 0; round < d_rounds; ++round) {
        for (std::size_t i = 0; i < plans.size(); ++i)
            take(i, [&](const executor& e) {
                seconds[i].push_back(d_watch.time(e, calls[i]));
            });
    }
    for (std::size_t i = 0; i < plans.size(); ++i)
        take(i, [&](const executor& e) {
            auto& t = times[i];
            t.seconds = *std::min_element(seconds[i].begin(), seconds[i].end());
            t.spread = median(seconds[i]) / t.seconds - 1;
            t.batch = d_watch.rows_of(e);
            t.of_copy = d_watch.bytes_of(e) / t.seconds / d_copy_rate;
            t.gflops = 1e-9 * nominal_operations(plans[i].request) * t.batch / t.seconds;
        });
    return times;
}

nlohmann::ordered_json plan_time_json(const plan& p, const plan_time& t)
{
    nlohmann::ordered_json result = { { "plan", plan_text(p) } };
    if (!t.failure.empty()) {
        result["failure"] = t.failure;
        return result;
    }
    result["batch"] = t.batch;
    result["us"] = rounded(1e6 * t.seconds, 3);
    result["spread"] = rounded(t.spread, 4);
    result["gflops"] = rounded(t.gflops, 3);
    result["of_copy"] = rounded(t.of_copy, 4);
    return result;
}

} // namespace gpufft::app
