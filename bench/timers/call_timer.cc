/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/timers/call_timer.h"
#include <algorithm>
#include <chrono>
#include <vector>

namespace gpufft::app {

namespace {

// 1 GiB is well beyond any cache; a CPU device's memory is the machine's.
constexpr std::size_t GPU_COPY = std::size_t(1) << 30, CPU_COPY = std::size_t(1) << 26;
constexpr int COPY_ROUNDS = 21, COPIES = 4;
// Calls that read and write less end before the next one is queued, unless the device is
// kept busy meanwhile.
constexpr std::size_t SMALL_CALL = std::size_t(1) << 26;
constexpr int SMALL_CALLS = 20;

std::size_t copy_bytes(const device& on)
{
    const auto& limits = on.info().limits;
    return std::min(limits.is_cpu ? CPU_COPY : GPU_COPY,
                    static_cast<std::size_t>(limits.max_allocation_bytes));
}

} // namespace

call_timer::call_timer(std::shared_ptr<device> on, const noise& values)
    : d_device(std::move(on)),
      d_queue(d_device->make_queue()),
      d_copied(d_device->make_buffer(copy_bytes(*d_device))),
      d_copy(d_device->make_buffer(d_copied->bytes()))
{
    values.fill(*d_copied, *d_queue);
}

void call_timer::keep_busy()
{
    d_queue->copy(*d_copy, 0, *d_copied, 0, d_copied->bytes());
}

void call_timer::forget(buffer& output)
{
    d_queue->copy(output, 0, *d_copied, 0, std::min(output.bytes(), d_copied->bytes()));
}

timing_rules call_timer::rules_for(std::size_t bytes, timing_rules rules) const
{
    if (d_device->info().limits.is_cpu || bytes > SMALL_CALL)
        return rules;
    rules.calls = std::max(rules.calls, SMALL_CALLS);
    rules.queues_ahead = true;
    return rules;
}

double call_timer::device_seconds(const std::function<void()>& call,
                                  const timing_rules& rules)
{
    if (rules.queues_ahead)
        keep_busy();
    const auto begin = d_queue->record_timed();
    for (int i = 0; i < rules.calls; ++i)
        call();
    return d_queue->record_timed()->seconds_since(*begin) / rules.calls;
}

double call_timer::wall_seconds(const std::function<void()>& call)
{
    const auto begin = std::chrono::steady_clock::now();
    call();
    d_queue->wait_all();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return spent.count();
}

double call_timer::copy_rate(timing_rules rules)
{
    rules.calls = COPIES;
    std::vector<double> seconds;
    for (int i = 0; i <= COPY_ROUNDS; ++i)
        seconds.push_back(device_seconds([&] { keep_busy(); }, rules));
    seconds.erase(seconds.begin()); // warmed up
    return 2 * static_cast<double>(d_copied->bytes()) / median(seconds);
}

} // namespace gpufft::app
