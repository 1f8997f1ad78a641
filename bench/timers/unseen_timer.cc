/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/cases/output_check.h"
#include "bench/timers/unseen_timer.h"
#include "exec/host/host_arrays.h"
#include "exec/host/number_format.h"
#include "plan/choice/choose_plan.h"
#include "plan/text/plan_text.h"
#include "tune/tuner/tuner.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>

namespace gpufft::app {

namespace {

constexpr double FFTW_LIMIT_S = 10; // of planning

timing_rules rules_of(const unseen_timer::rules& how, bool is_cpu)
{
    timing_rules result;
    result.rounds = how.rounds;
    if (is_cpu)
        result.calls = 1;
    return result;
}

template <typename Call>
double wall_seconds_of(const Call& call)
{
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return spent.count();
}

//! FFTW's, on memory of its own.
class fftw_call
{
public:
    fftw_call(const std::shared_ptr<fftw_library>& with,
              const transform& request,
              std::uint32_t rows)
        : d_in(with->allocate(
              std::max(in_bytes(request, rows), out_bytes(request, rows)))),
          d_out(request.in_place ? d_in : with->allocate(out_bytes(request, rows))),
          d_plan(with, request, rows, d_in.get(), d_out.get())
    {
        const auto numbers = in_bytes(request, rows) / number_bytes(request.number);
        auto* to = static_cast<unsigned char*>(d_in.get());
        const noise values;
        for (std::size_t i = 0; i < numbers; ++i)
            write_number(
                request.number, to + i * number_bytes(request.number), values.at(i));
    }
    void operator()() const { d_plan.execute(); }

private:
    static std::size_t in_bytes(const transform& request, std::uint32_t rows)
    {
        return rows * input_row_bytes(request) * planes_of(request.input_layout);
    }
    static std::size_t out_bytes(const transform& request, std::uint32_t rows)
    {
        return rows * output_row_bytes(request) * planes_of(request.output_layout);
    }

    std::shared_ptr<void> d_in, d_out;
    fftw_plan d_plan;
};

} // namespace

unseen_timer::unseen_timer(std::shared_ptr<device> on, const rules& how)
    : d_device(std::move(on)),
      d_rules(how),
      d_is_cpu(d_device->info().limits.is_cpu),
      d_calls(d_device, d_noise),
      d_memory(d_device, d_calls.on_queue(), d_noise)
{
    const int threads = d_device->info().limits.compute_units;
    if (d_is_cpu) {
        d_fftw = fftw_library::load(threads, FFTW_LIMIT_S, &d_why_no_peer);
        d_fftw_double =
            fftw_library::load(threads, FFTW_LIMIT_S, &d_why_no_peer, precision::float64);
    } else {
        d_cufft = cufft_library::load(d_calls.some_memory(), &d_why_no_peer);
    }
}

std::string unseen_timer::peer() const
{
    if (d_cufft)
        return fmt::format("cuFFT {}", d_cufft->version());
    return d_fftw ? d_fftw->version() : "";
}

double unseen_timer::copy_rate()
{
    if (d_copy_rate == 0)
        d_copy_rate = d_calls.copy_rate(rules_of(d_rules, d_is_cpu));
    return d_copy_rate;
}

std::shared_ptr<fftw_library> unseen_timer::fftw_of(precision number) const
{
    return number == precision::float64 ? d_fftw_double : d_fftw;
}

//! The winner of a search that knows of no other, and whose winner nobody hears of.
std::optional<plan> unseen_timer::search(const transform& request,
                                         std::uint32_t rows) const
{
    if (d_rules.search_s == 0)
        return std::nullopt;
    wisdom_store kept("");
    tuning_settings settings;
    settings.budget_s = d_rules.search_s;
    settings.rows = rows;
    settings.fresh = true;
    const auto found = tune({ request }, d_device, kept, settings);
    if (found.empty() || found.front().after.empty())
        return std::nullopt;
    auto result = parse_plan(found.front().after);
    result.limits = d_device->info().limits;
    return result;
}

void unseen_timer::check(unseen_result& result, const executor& ours)
{
    const auto& p = ours.made_plan(result.asked.batch);
    const auto out = d_memory.outputs();
    result.error = sampled_error(
        p.request, result.asked.batch, d_noise, { out[0], out[1] }, d_calls.on_queue());
    if (!(result.error <= 3 * error_bound(p)))
        throw build_error(fmt::format("WRONG: relative error {:.1e}, at most {:.1e} is "
                                      "right",
                                      result.error,
                                      error_bound(p)));
}

void unseen_timer::add_peer(unseen_result& result,
                            const transform& request,
                            std::map<std::string, contender>& all)
try {
    const auto rows = result.asked.batch;
    if (d_cufft && cufft_plan::offers(request)) {
        const auto peer =
            std::make_shared<cufft_plan>(d_cufft, request, rows, d_calls.on_queue());
        all["peer"].run = [this, peer] {
            peer->enqueue(d_memory.peer_input(), d_memory.peer_output());
        };
    }
    const auto fftw = fftw_of(request.number);
    if (fftw && fftw_plan::offers(request)) {
        const auto peer = std::make_shared<fftw_call>(fftw, packed(request), rows);
        all["peer"].run = [peer] { (*peer)(); };
        all["peer"].is_on_host = true;
    }
} catch (const std::exception& e) {
    result.why_no_peer = e.what(); // there is no memory for both, say
}

//! On a CPU device from call to end, as FFTW's is; on others between events.
double unseen_timer::seconds(const contender& each, const timing_rules& rules)
{
    if (each.is_on_host)
        return wall_seconds_of(each.run);
    return d_is_cpu ? d_calls.wall_seconds(each.run)
                    : d_calls.device_seconds(each.run, rules);
}

double unseen_timer::of_copy(const executor& run, const unseen_result& result)
{
    const auto rows = result.asked.batch;
    const auto& request = run.made_plan(rows).request;
    const auto bytes =
        static_cast<double>(run.input_bytes(rows) * planes_of(request.input_layout) +
                            run.output_bytes(rows) * planes_of(request.output_layout));
    return bytes / result.ours_s / copy_rate();
}

void unseen_timer::time(unseen_result& result)
{
    const auto request = result.asked.request();
    const auto rows = result.asked.batch;
    const auto& limits = d_device->info().limits;
    result.plan_s = wall_seconds_of([&] { choose_plan(request, limits); });
    const executor ours(request, d_device, effort::estimate);
    result.plan = plan_text(ours.made_plan(rows));
    result.from = ours.plan_origin();
    const bool wants_cufft = d_cufft && cufft_plan::offers(request);
    if (case_memory::largest_of(ours, rows) >
            static_cast<std::size_t>(limits.max_allocation_bytes) ||
        case_memory::bytes_of(ours, rows, wants_cufft) >
            static_cast<std::size_t>(limits.global_memory_bytes) / 5 * 4)
        throw device_error("it does not fit into the device's memory");
    const auto winner = search(request, rows);
    const auto found = winner ? std::make_unique<executor>(*winner, d_device) : nullptr;

    d_memory.prepare(ours, rows, wants_cufft);
    if (found)
        d_memory.reserve_workspace(found->workspace_bytes(rows));
    const auto memory = d_memory.ours();
    auto& queue = d_calls.on_queue();
    std::map<std::string, contender> all;
    all["ours"].run = [&] { ours.enqueue(queue, memory, rows); };
    if (found)
        all["found"].run = [&] { found->enqueue(queue, memory, rows); };
    for (auto* out : d_memory.outputs())
        if (out && !request.in_place)
            d_calls.forget(*out);
    all["ours"].run();
    queue.wait_all();
    check(result, ours);
    add_peer(result, request, all);

    const auto timing = d_calls.rules_for(
        ours.input_bytes(rows) + ours.output_bytes(rows), rules_of(d_rules, d_is_cpu));
    for (int round = 0; round <= timing.rounds; ++round)
        for (auto& [name, each] : all) {
            const auto s = seconds(each, timing);
            if (round > 0) // warmed up
                each.samples.push_back(s);
        }
    queue.wait_all(); // before a peer's plan frees its memory
    result.ours_s = median(all["ours"].samples);
    if (all.count("peer"))
        result.peer_s = median(all["peer"].samples);
    if (found) {
        result.found_s = median(all["found"].samples);
        result.found_plan = plan_text(*winner);
    }
    result.of_copy = of_copy(ours, result);
}

unseen_result unseen_timer::measure(const bench_case& c)
{
    unseen_result result;
    result.asked = c;
    try {
        time(result);
    } catch (const std::exception& e) {
        result.failure = e.what();
    }
    return result;
}

} // namespace gpufft::app
