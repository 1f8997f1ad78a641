/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/measure/noise.h"
#include "bench/measure/nominal_operations.h"
#include "bench/measure/rounded.h"
#include "bench/peers/clfft.h"
#include "bench/timers/transform_timer.h"
#include "exec/executor/given_memory.h"
#include "plan/ir/enum_names.h"
#include "plan/request/fused_expression.h"
#include "plan/request/taps.h"
#include "plan/text/plan_text.h"
#include "tune/timing/stopwatch.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <thread>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

// Bytes of a call's input: beyond any cache; a CPU device's memory is the machine's.
constexpr std::size_t CPU_BYTES = std::size_t(1) << 25;
constexpr std::size_t GPU_BYTES = std::size_t(1) << 28;
constexpr double SHORTEST_SAMPLE_S = 1e-3; // far above what a clock's tick adds
constexpr int MOST_CALLS = 1000;
constexpr double FFTW_LIMIT_S = 10; // of planning
constexpr std::size_t PAGE = 4096;  // a ring buffer of GNU Radio begins at one

//! The peers have this one: forward, packed, out of place, unscaled, in float32.
bool is_plain(const transform& request)
{
    transform plain;
    plain.kind = request.kind;
    plain.shape.clear();
    for (const auto& d : request.shape)
        plain.shape.push_back({ d.length });
    return to_string(packed(plain)) == to_string(packed(request));
}

bool fftw_offers(const transform& request)
{
    return is_plain(request) &&
           (request.kind == transform_kind::c2c || request.kind == transform_kind::r2c ||
            request.kind == transform_kind::dct2);
}

//! Halves that are made of floats' bits would be no numbers for the most part.
bool has_cufft_case(const transform& request)
{
    return !has_expressions(request) && cufft_plan::computes(request) &&
           !request.in_place && request.number != precision::float16;
}

//! Page-aligned memory of the host, with noise where floats can be had.
class host_memory
{
public:
    explicit host_memory(std::size_t bytes)
        : d_memory(std::aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE), std::free)
    {
        if (!d_memory)
            throw std::bad_alloc();
        // Finite in every precision: as doubles as halves.
        auto* words = static_cast<float*>(d_memory.get());
        for (std::size_t i = 0; i < bytes / sizeof(float); ++i)
            words[i] = static_cast<float>(i % 251) / 251;
    }
    void* get() const { return d_memory.get(); }

private:
    std::shared_ptr<void> d_memory;
};

//! A call from host memory to host memory.
class host_call
{
public:
    host_call(const transform& request, const std::string& device, std::size_t rows)
        : d_run(request, device), d_rows(rows)
    {
        const auto planes = [](complex_layout layout) {
            return layout == complex_layout::planar ? 2 : 1;
        };
        const auto& full = d_run.request();
        const auto in = static_cast<std::size_t>(input_extent(full, rows)) *
                        input_element_bytes(full);
        const auto out = static_cast<std::size_t>(output_extent(full, rows)) *
                         output_element_bytes(full);
        for (int i = 0; i < planes(full.input_layout); ++i) {
            d_memory.emplace_back(full.in_place ? std::max(in, out) : in);
            d_in[i] = d_memory.back().get();
        }
        for (int i = 0; i < planes(full.output_layout); ++i) {
            if (!full.in_place)
                d_memory.emplace_back(out);
            d_out[i] = full.in_place ? d_in[i] : d_memory.back().get();
        }
        if (full.windowed)
            d_run.set_window(std::vector<double>(taps_of(full), 1));
        for (const auto& each : full.arguments)
            give(each, full.number);
    }
    void operator()() { d_run.run(d_in[0], d_in[1], d_out[0], d_out[1], d_rows); }

private:
    void give(const expression_argument& named, precision number)
    {
        if (named.is == argument_kind::number)
            d_run.set_number(named.name, 1);
        else
            d_run.set_buffer(named.name, host_memory(buffer_bytes(named, number)).get());
    }

    fft d_run;
    std::size_t d_rows;
    std::vector<host_memory> d_memory;
    void* d_in[2] = {};
    void* d_out[2] = {};
};

//! FFTW's, on memory of its own choice.
class fftw_call
{
public:
    fftw_call(const std::shared_ptr<fftw_library>& with,
              const transform& request,
              std::uint32_t rows,
              std::size_t in_bytes,
              std::size_t out_bytes)
        : d_in(std::static_pointer_cast<float>(with->allocate(in_bytes))),
          d_out(std::static_pointer_cast<float>(with->allocate(out_bytes))),
          d_plan(with, request, rows, d_in.get(), d_out.get())
    {
        const noise values;
        for (std::size_t i = 0; i < in_bytes / sizeof(float); ++i)
            d_in.get()[i] = values.at(i);
    }
    void operator()() const { d_plan.execute(); }
    bool is_cut_short() const { return d_plan.is_cut_short(); }

private:
    std::shared_ptr<float> d_in, d_out;
    fftw_plan d_plan;
};

//! cuFFT's, on memory and a queue of its own.
class cufft_call
{
public:
    cufft_call(const std::shared_ptr<cufft_library>& with,
               device& on,
               const transform& request,
               std::uint32_t rows,
               std::size_t in_bytes,
               std::size_t out_bytes)
        : d_queue(on.make_queue()),
          d_in(on.make_buffer(in_bytes)),
          d_out(on.make_buffer(out_bytes)),
          d_plan(with, request, rows, *d_queue)
    {
        noise().fill(*d_in, *d_queue);
    }
    ~cufft_call() { d_queue->wait_all(); } // before its plan frees its memory
    cufft_call(const cufft_call&) = delete;
    cufft_call& operator=(const cufft_call&) = delete;

    double seconds(int calls) const
    {
        d_plan.enqueue(*d_in, *d_out); // so that the device is busy meanwhile
        const auto begin = d_queue->record_timed();
        for (int i = 0; i < calls; ++i)
            d_plan.enqueue(*d_in, *d_out);
        return d_queue->record_timed()->seconds_since(*begin) / calls;
    }

private:
    std::shared_ptr<queue> d_queue;
    std::shared_ptr<buffer> d_in, d_out;
    cufft_plan d_plan;
};

//! clFFT's. What it fails at is no failure of ours: it has no times then.
class clfft_call
{
public:
    clfft_call(const device_info& on, const transform& request, std::uint32_t rows)
    {
        try {
            d_process.emplace(on, request, rows);
        } catch (const device_error& e) {
            d_failure = e.what();
        }
    }
    double seconds(int calls)
    {
        if (d_failure.empty()) {
            try {
                return d_process->seconds(calls);
            } catch (const device_error& e) {
                d_failure = e.what();
            }
        }
        return 1; // which nobody is told
    }
    const std::string& failure() const { return d_failure; }

private:
    std::optional<clfft_process> d_process;
    std::string d_failure;
};

double wall_seconds(const std::function<void()>& call, int calls)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
        call();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return spent.count() / calls;
}

//! What is timed in turn with others: seconds of one of so many calls.
struct contender {
    explicit contender(std::function<double(int)> timed) : seconds(std::move(timed))
    {
        seconds(1); // warms up
        const double once = std::max(seconds(1), 1e-9);
        calls = static_cast<int>(
            std::clamp(SHORTEST_SAMPLE_S / once, 1.0, double(MOST_CALLS)));
    }
    void take() { samples.push_back(seconds(calls)); }

    std::function<double(int)> seconds;
    int calls = 1;
    std::vector<double> samples;
};

//! Digits that were measured.
double microseconds(const contender& c) { return rounded(1e6 * median(c.samples), 3); }

std::uint32_t rows_for(const executor& run, const transform_rules& rules, bool is_cpu)
{
    const auto wanted =
        (is_cpu ? CPU_BYTES : GPU_BYTES) / std::max<std::size_t>(1, run.input_bytes(1));
    return rules.batch ? rules.batch
                       : static_cast<std::uint32_t>(
                             std::clamp<std::size_t>(wanted, 1, run.max_rows()));
}

} // namespace

transform_timer::transform_timer(std::shared_ptr<device> on,
                                 std::string device_name,
                                 const transform_rules& rules)
    : d_device(std::move(on)),
      d_device_name(std::move(device_name)),
      d_rules(rules),
      d_threads(d_device->info().limits.is_cpu
                    ? d_device->info().limits.compute_units
                    : static_cast<int>(std::thread::hardware_concurrency())),
      d_fftw(fftw_library::load(std::max(1, d_threads), FFTW_LIMIT_S, &d_why_no_fftw)),
      d_any(d_device->make_buffer(PAGE)),
      d_cufft(cufft_library::load(*d_any, &d_why_no_cufft)),
      d_clfft_version(clfft_process::version(&d_why_no_clfft))
{
}

std::string transform_timer::fftw_version() const
{
    return d_fftw ? d_fftw->version() : "";
}

std::string transform_timer::cufft_version() const
{
    if (!d_cufft)
        return "";
    const int v = d_cufft->version();
    return fmt::format("{}.{}.{}", v / 1000, v / 100 % 10, v % 100);
}

void transform_timer::time(const transform& request, ordered_json& result)
{
    const executor run(request, d_device);
    const auto& limits = d_device->info().limits;
    const auto rows = rows_for(run, d_rules, limits.is_cpu);
    const auto in_bytes = run.input_bytes(rows), out_bytes = run.output_bytes(rows);
    if (rows > run.max_rows())
        throw plan_error(fmt::format("--batch {}: a call takes {} rows of {} at most",
                                     rows,
                                     run.max_rows(),
                                     to_string(request)));
    result["batch"] = rows;
    result["plan"] = plan_text(run.made_plan(rows));
    result["plan_origin"] = run.plan_origin();

    stopwatch watch(d_device, rows * run.input_bytes(1));
    const auto bytes = watch.bytes_of(run);
    host_call hosts(request, d_device_name, rows);
    contender ours([&](int calls) { return watch.time(run, calls); });
    contender copies([&](int calls) { return watch.time_copy(bytes, calls); });
    contender host([&](int calls) { return wall_seconds([&] { hosts(); }, calls); });
    std::optional<fftw_call> fftw;
    std::optional<cufft_call> cufft;
    std::optional<clfft_call> clfft;
    std::map<std::string, contender> peers;
    const auto add = [&](const char* name, std::function<double(int)> timed) {
        peers.emplace(name, contender(std::move(timed)));
    };
    if (d_fftw && fftw_offers(request)) {
        fftw.emplace(d_fftw, request, rows, in_bytes, out_bytes);
        add("fftw", [&](int n) { return wall_seconds([&] { (*fftw)(); }, n); });
    }
    if (d_cufft && has_cufft_case(request)) {
        cufft.emplace(d_cufft, *d_device, request, rows, in_bytes, out_bytes);
        add("cufft", [&](int calls) { return cufft->seconds(calls); });
    }
    if (!d_clfft_version.empty() && is_plain(request) && clfft_process::offers(request)) {
        clfft.emplace(d_device->info(), request, rows);
        add("clfft", [&](int calls) { return clfft->seconds(calls); });
    }
    for (int round = 0; round < d_rules.rounds; ++round) {
        for (auto* each : { &ours, &copies, &host })
            each->take();
        for (auto& [name, each] : peers)
            each.take();
    }

    const double operations = nominal_operations(request) * rows;
    const double seconds = median(ours.samples), host_s = median(host.samples);
    result["us"] = microseconds(ours);
    result["gflops"] = rounded(1e-9 * operations / seconds, 3);
    result["gb_per_s"] = rounded(1e-9 * bytes / seconds, 3);
    result["of_copy"] = rounded(median(copies.samples) / seconds, 4);
    result["host_us"] = microseconds(host);
    result["host_gflops"] = rounded(1e-9 * operations / host_s, 3);
    if (clfft && !clfft->failure().empty()) {
        result["clfft_failure"] = clfft->failure();
        peers.erase("clfft");
    }
    for (const char* name : { "cufft", "clfft", "fftw" }) {
        const auto found = peers.find(name);
        result[fmt::format("{}_us", name)] =
            found == peers.end() ? ordered_json()
                                 : ordered_json(microseconds(found->second));
    }
    if (fftw)
        result["fftw_cut_short"] = fftw->is_cut_short();
}

ordered_json transform_timer::measure(const transform& request)
{
    ordered_json result = { { "transform", to_string(request) },
                            { "kind", name_of(request.kind) },
                            { "points", request.points() } };
    try {
        time(request, result);
    } catch (const build_error& e) {
        result["failure"] = e.what();
    } catch (const device_error& e) {
        result["failure"] = e.what();
    }
    return result;
}

} // namespace gpufft::app
