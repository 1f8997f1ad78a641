/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/timers/case_timer.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <functional>

namespace gpufft::app {

namespace {

// 1 GiB is well beyond any cache; a CPU device's memory is the machine's.
constexpr std::size_t GPU_COPY = std::size_t(1) << 30, CPU_COPY = std::size_t(1) << 26;
// Calls of which the host sees the end, in each round: it is interrupted now and then.
constexpr int WALL_CALLS = 5;
constexpr int COPY_ROUNDS = 21, COPIES = 4;
// Below it, single outputs are checked also where cuFFT's whole output is compared.
constexpr std::int64_t MOST_POINTS_SUMMED = std::int64_t(1) << 18;

std::size_t copy_bytes(const device& on)
{
    const auto& limits = on.info().limits;
    return std::min(limits.is_cpu ? CPU_COPY : GPU_COPY,
                    static_cast<std::size_t>(limits.max_allocation_bytes));
}

} // namespace

case_timer::case_timer(std::shared_ptr<device> on,
                       const std::vector<prepared_case>& cases,
                       const timing_rules& rules)
    : d_device(std::move(on)),
      d_rules(rules),
      d_copied(d_device->make_buffer(copy_bytes(*d_device))),
      d_copy(d_device->make_buffer(d_copied->bytes())),
      d_difference(std::make_unique<buffer_difference>(*d_device)),
      d_library(cufft_library::load(*d_copy, &d_why_no_cufft)),
      d_queue(d_device->make_queue())
{
    sizes most;
    for (const auto& c : cases) {
        const auto s = sizes_of(c);
        if (!c.run || !fits(s))
            continue;
        most.in = std::max(most.in, s.in);
        most.out = std::max(most.out, s.out);
        most.workspace = std::max(most.workspace, s.workspace);
    }
    d_noise.fill(*d_copied, *d_queue);
    if (most.in == 0)
        return;
    d_in = d_device->make_buffer(most.in);
    d_out = d_device->make_buffer(most.out);
    if (d_library)
        d_peer_out = d_device->make_buffer(most.out);
    if (most.workspace)
        d_workspace = d_device->make_buffer(most.workspace);
    d_noise.fill(*d_in, *d_queue);
}

case_timer::sizes case_timer::sizes_of(const prepared_case& c)
{
    if (!c.run)
        return {};
    return { c.run->input_bytes(c.asked.batch),
             c.run->output_bytes(c.asked.batch),
             c.run->workspace_bytes(c.asked.batch) };
}

//! A fifth is left for what cuFFT takes, and others.
bool case_timer::fits(const sizes& s) const
{
    const auto& limits = d_device->info().limits;
    const auto largest = static_cast<std::size_t>(limits.max_allocation_bytes);
    const auto all = static_cast<std::size_t>(limits.global_memory_bytes);
    return std::max({ s.in, s.out, s.workspace }) <= largest && s.sum() <= all / 5 * 4;
}

void case_timer::keep_busy() { d_queue->copy(*d_copy, *d_copied, d_copied->bytes()); }

//! What another case left must not be taken for this one's output.
void case_timer::forget(buffer& output)
{
    d_queue->copy(output, *d_copied, std::min(output.bytes(), d_copied->bytes()));
}

double case_timer::device_seconds(const std::function<void()>& call, int calls)
{
    if (d_rules.queues_ahead)
        keep_busy();
    const auto begin = d_queue->record_timed();
    for (int i = 0; i < calls; ++i)
        call();
    return d_queue->record_timed()->seconds_since(*begin) / calls;
}

double case_timer::wall_seconds(const std::function<void()>& call)
{
    const auto begin = std::chrono::steady_clock::now();
    call();
    d_queue->wait_all();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return spent.count();
}

double case_timer::copy_rate()
{
    const auto copy = [&] { keep_busy(); };
    std::vector<double> seconds;
    for (int i = 0; i <= COPY_ROUNDS; ++i)
        seconds.push_back(device_seconds(copy, COPIES));
    seconds.erase(seconds.begin()); // warmed up
    return 2 * static_cast<double>(d_copied->bytes()) / median(seconds);
}

void case_timer::check(const prepared_case& c,
                       const cufft_plan* peer,
                       case_result& result)
{
    const auto& p = c.run->made_plan(c.asked.batch);
    const double bound = error_bound(p);
    if (peer) {
        const auto floats = c.run->output_bytes(c.asked.batch) / sizeof(float);
        result.beside = (*d_difference)(*d_out, *d_peer_out, floats, *d_queue);
        // Theirs errs as well.
        if (!(*result.beside <= 4 * bound))
            throw build_error(fmt::format("WRONG: differs from cuFFT's output by {:.1e}",
                                          *result.beside));
    }
    if (peer && p.request.points() > MOST_POINTS_SUMMED)
        return;
    result.error = sampled_error(p.request, c.asked.batch, d_noise, *d_out, *d_queue);
    // The error is that of a few outputs, not of all.
    if (!(result.error <= 3 * bound))
        throw build_error(
            fmt::format("WRONG: relative error {:.1e}, at most {:.1e} is right",
                        result.error,
                        bound));
}

void case_timer::time(const prepared_case& c, const cufft_plan* peer, case_result& result)
{
    executor_memory memory;
    memory.in[0] = d_in.get();
    memory.out[0] = d_out.get();
    memory.workspace = d_workspace.get();
    const std::function<void()> calls[] = {
        [&] { c.run->enqueue(*d_queue, memory, c.asked.batch); },
        [&] { peer->enqueue(*d_in, *d_peer_out); },
    };
    const int sides = peer ? 2 : 1;
    forget(*d_out);
    calls[0]();
    if (peer) {
        forget(*d_peer_out);
        calls[1]();
    }
    d_queue->wait_all();
    check(c, peer, result);

    std::vector<double> device_s[2], wall_s[2];
    for (int round = 0; round <= d_rules.rounds; ++round) {
        for (int side = 0; side < sides; ++side) {
            device_s[side].push_back(device_seconds(calls[side], d_rules.calls));
            if (!d_rules.measures_wall)
                continue;
            for (int i = 0; i < WALL_CALLS; ++i)
                wall_s[side].push_back(wall_seconds(calls[side]));
        }
    }
    const auto result_of = [&](int side) {
        device_s[side].erase(device_s[side].begin()); // warmed up
        return call_time{ median(device_s[side]),
                          wall_s[side].empty() ? 0 : median(wall_s[side]) };
    };
    result.ours = result_of(0);
    if (peer)
        result.cufft = result_of(1);
}

case_result case_timer::measure(const prepared_case& c)
{
    case_result result;
    result.of = &c;
    result.failure = c.failure;
    if (!c.run)
        return result;
    if (!fits(sizes_of(c))) {
        result.failure = "does not fit into the device's memory";
        return result;
    }
    try {
        const auto& request = c.run->made_plan().request;
        std::unique_ptr<cufft_plan> peer;
        if (d_library && cufft_plan::offers(request))
            peer =
                std::make_unique<cufft_plan>(d_library, request, c.asked.batch, *d_queue);
        time(c, peer.get(), result);
        d_queue->wait_all(); // before cuFFT's plan frees its memory
    } catch (const std::exception& e) {
        result.failure = e.what();
        result.ours.reset();
    }
    return result;
}

} // namespace gpufft::app
