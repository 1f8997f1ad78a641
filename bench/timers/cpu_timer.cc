/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/output_check.h"
#include "bench/timers/cpu_timer.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace gpufft::app {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t PAGE = 4096; // a ring buffer of GNU Radio begins at one
constexpr int FEWEST_ROUNDS = 5, MOST_ROUNDS = 1000;

std::shared_ptr<float> page_aligned(std::size_t bytes)
{
    void* result = std::aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
    if (!result)
        throw std::bad_alloc();
    return { static_cast<float*>(result), std::free };
}

std::shared_ptr<float> floats(const std::shared_ptr<void>& memory)
{
    return std::static_pointer_cast<float>(memory);
}

double seconds_since(clock::time_point begin)
{
    return std::chrono::duration<double>(clock::now() - begin).count();
}

template <typename Call>
double seconds_of(const Call& call)
{
    const auto begin = clock::now();
    call();
    return seconds_since(begin);
}

// So long calls follow one another, as those of a stream do: threads of either side that
// look for work for a while, MKL's for 200 ms, hold up the first few of the other's.
constexpr double IN_A_ROW_S = 500e-6;

//! The least seconds of \p call among some that follow one more of it. What a call finds
//! in the caches it has then left there itself, and it does not wait until stores of the
//! peer's are written back, which ours bypass: 16 points of 4 Mi in all took up to 1.7
//! times as long after stores of 32 MiB.
template <typename Call>
double seconds_in_a_row(const Call& call)
{
    double least = INFINITY;
    const auto begin = clock::now();
    call();
    do {
        least = std::min(least, seconds_of(call));
    } while (seconds_since(begin) < IN_A_ROW_S);
    return least;
}

//! Root of the sum of squares of \p a - \p b over that of \p b; NaN where either has one.
double relative_difference(const float* a, const float* b, std::size_t floats)
{
    double wrong = 0, all = 0;
    for (std::size_t i = 0; i < floats; ++i) {
        const double off = static_cast<double>(a[i]) - b[i];
        wrong += off * off;
        all += static_cast<double>(b[i]) * b[i];
    }
    return std::sqrt(wrong / all);
}

} // namespace

cpu_timer::cpu_timer(std::shared_ptr<device> on,
                     std::shared_ptr<fftw_library> with,
                     const given_plans& plans,
                     const cpu_timing_rules& rules)
    : d_device(std::move(on)),
      d_with(std::move(with)),
      d_plans(plans),
      d_rules(rules),
      d_queue(d_device->make_queue())
{
}

//! Memory for \p rows rows of \p run, and noise in ours.
void cpu_timer::reserve(const executor& run, std::uint32_t rows)
{
    const auto in = run.input_bytes(rows), out = run.output_bytes(rows);
    if (in > d_in_bytes) {
        d_in_bytes = in;
        d_in = page_aligned(in);
        d_fftw_in = floats(d_with->allocate(in));
        for (std::size_t i = 0; i < in / sizeof(float); ++i)
            d_in.get()[i] = d_noise.at(i);
    }
    if (out > d_out_bytes) {
        d_out_bytes = out;
        d_out = page_aligned(out);
        d_fftw_out = floats(d_with->allocate(out));
    }
}

void cpu_timer::time(const bench_case& c, cpu_result& result)
{
    const auto given = d_plans.find(to_string(c.request()));
    const executor run = given != d_plans.end() ? executor(given->second, d_device)
                                                : executor(c.request(), d_device);
    result.plan = plan_text(run.made_plan(c.batch));
    reserve(run, c.batch);
    const auto in_bytes = run.input_bytes(c.batch), out_bytes = run.output_bytes(c.batch);
    const auto in = d_device->wrap_host_memory(d_in.get(), in_bytes);
    const auto out = d_device->wrap_host_memory(d_out.get(), out_bytes);
    if (!in || !out)
        throw device_error("the device does not work in memory of the host");
    std::shared_ptr<buffer> workspace;
    if (const auto bytes = run.workspace_bytes(c.batch))
        workspace = d_device->make_buffer(bytes);
    executor_memory memory;
    memory.in[0] = in.get();
    memory.out[0] = out.get();
    memory.workspace = workspace.get();
    const auto ours = [&] {
        run.enqueue(*d_queue, memory, c.batch);
        d_queue->wait_all();
    };

    const fftw_plan peer(d_with, c.request(), c.batch, d_fftw_in.get(), d_fftw_out.get());
    result.planning_s = peer.planning_s();
    result.is_cut_short = peer.is_cut_short();
    std::memcpy(d_fftw_in.get(), d_in.get(), in_bytes);
    const auto theirs = [&] { peer.execute(); };

    std::memset(d_out.get(), -1, out_bytes); // NaN, and not what another case left
    ours();
    theirs();
    result.difference =
        relative_difference(d_out.get(), d_fftw_out.get(), out_bytes / sizeof(float));
    // Theirs errs as well. Beyond, one of the two is wrong: MKL's r2c of 2^20 points is.
    const auto bound = error_bound(run.made_plan(c.batch));
    result.is_peer_off = !(result.difference <= 4 * bound);
    if (result.is_peer_off) {
        const auto error = sampled_error(
            c.request(), c.batch, d_noise, { out.get(), nullptr }, *d_queue);
        if (!(error <= bound))
            throw build_error(
                fmt::format("WRONG: differs from {}'s output by {:.1e}, and "
                            "errs by {:.1e}",
                            name_of(d_with->maker()),
                            result.difference,
                            error));
    }

    double best = INFINITY, fftw_best = INFINITY;
    const auto begin = clock::now();
    const auto wants_another = [&] {
        if (d_rules.rounds > 0)
            return result.rounds < d_rules.rounds;
        return result.rounds < FEWEST_ROUNDS ||
               (result.rounds < MOST_ROUNDS && seconds_since(begin) < d_rules.seconds);
    };
    for (; wants_another(); ++result.rounds) {
        fftw_best = std::min(fftw_best, seconds_in_a_row(theirs));
        best = std::min(best, seconds_in_a_row(ours));
    }
    result.ms = 1e3 * best;
    result.fftw_ms = 1e3 * fftw_best;
}

cpu_result cpu_timer::measure(const bench_case& c)
{
    cpu_result result;
    try {
        time(c, result);
    } catch (const std::exception& e) {
        result.failure = e.what();
    }
    return result;
}

} // namespace gpufft::app
