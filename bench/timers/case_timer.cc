/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/timers/case_timer.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <functional>

namespace gpufft::app {

namespace {

// Calls of which the host sees the end, in each round: it is interrupted now and then.
constexpr int WALL_CALLS = 5;
// Below it, single outputs are checked also where cuFFT's whole output is compared.
constexpr std::int64_t MOST_POINTS_SUMMED = std::int64_t(1) << 18;

} // namespace

case_timer::case_timer(std::shared_ptr<device> on, const timing_rules& rules)
    : d_device(std::move(on)),
      d_rules(rules),
      d_calls(d_device, d_noise),
      d_memory(d_device, d_calls.on_queue(), d_noise),
      d_difference(std::make_unique<buffer_difference>(*d_device)),
      d_library(cufft_library::load(d_calls.some_memory(), &d_why_no_cufft))
{
}

bool case_timer::has_peer(const prepared_case& c) const
{
    return d_library && cufft_plan::offers(c.asked.request());
}

//! A fifth is left for what cuFFT takes, and others.
bool case_timer::fits(const prepared_case& c) const
{
    const auto& limits = d_device->info().limits;
    const auto largest = static_cast<std::size_t>(limits.max_allocation_bytes);
    const auto all = static_cast<std::size_t>(limits.global_memory_bytes);
    return case_memory::largest_of(*c.run, c.asked.batch) <= largest &&
           case_memory::bytes_of(*c.run, c.asked.batch, has_peer(c)) <= all / 5 * 4;
}

void case_timer::check(const prepared_case& c,
                       const cufft_plan* peer,
                       case_result& result)
{
    auto& queue = d_calls.on_queue();
    const auto& p = c.run->made_plan(c.asked.batch);
    const double bound = error_bound(p);
    // Bins that are noise are of no real signal, and cuFFT then computes something else.
    const bool is_comparable = peer && cufft_plan::computes(p.request) &&
                               p.request.number == precision::float32 &&
                               p.request.kind != transform_kind::c2r;
    const auto out = d_memory.outputs();
    if (is_comparable) {
        const auto floats = c.run->output_bytes(c.asked.batch) / sizeof(float);
        result.beside = (*d_difference)(*out[0], d_memory.peer_output(), floats, queue);
        // Theirs errs as well.
        if (!(*result.beside <= 4 * bound))
            throw build_error(fmt::format("WRONG: differs from cuFFT's output by {:.1e}",
                                          *result.beside));
    }
    if (is_comparable && p.request.points() > MOST_POINTS_SUMMED)
        return;
    result.error =
        sampled_error(p.request, c.asked.batch, d_noise, { out[0], out[1] }, queue);
    // The error is that of a few outputs, not of all.
    if (!(result.error <= 3 * bound))
        throw build_error(
            fmt::format("WRONG: relative error {:.1e}, at most {:.1e} is right",
                        result.error,
                        bound));
}

void case_timer::time(const prepared_case& c, const cufft_plan* peer, case_result& result)
{
    d_memory.prepare(*c.run, c.asked.batch, peer != nullptr);
    const auto memory = d_memory.ours();
    auto& queue = d_calls.on_queue();
    const auto rules = d_calls.rules_for(
        c.run->input_bytes(c.asked.batch) + c.run->output_bytes(c.asked.batch), d_rules);
    const std::function<void()> calls[] = {
        [&] { c.run->enqueue(queue, memory, c.asked.batch); },
        [&] { peer->enqueue(d_memory.peer_input(), d_memory.peer_output()); },
    };
    const int sides = peer ? 2 : 1;
    const bool is_in_place = c.run->made_plan().request.in_place;
    for (auto* out : d_memory.outputs())
        if (out && !is_in_place)
            d_calls.forget(*out);
    calls[0]();
    if (peer) {
        if (!is_in_place)
            d_calls.forget(d_memory.peer_output());
        calls[1]();
    }
    d_calls.on_queue().wait_all();
    check(c, peer, result);

    std::vector<double> device_s[2], wall_s[2];
    for (int round = 0; round <= d_rules.rounds; ++round) {
        for (int side = 0; side < sides; ++side) {
            device_s[side].push_back(d_calls.device_seconds(calls[side], rules));
            if (!d_rules.measures_wall)
                continue;
            for (int i = 0; i < WALL_CALLS; ++i)
                wall_s[side].push_back(d_calls.wall_seconds(calls[side]));
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
    if (!fits(c)) {
        result.failure = "does not fit into the device's memory";
        return result;
    }
    try {
        const auto& request = c.run->made_plan().request;
        std::unique_ptr<cufft_plan> peer;
        if (has_peer(c))
            peer = std::make_unique<cufft_plan>(
                d_library, request, c.asked.batch, d_calls.on_queue());
        time(c, peer.get(), result);
        d_calls.on_queue().wait_all(); // before cuFFT's plan frees its memory
    } catch (const std::exception& e) {
        result.failure = e.what();
        result.ours.reset();
    }
    return result;
}

} // namespace gpufft::app
