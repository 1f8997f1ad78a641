/* SPDX-License-Identifier: GPL-3.0-or-later */
// Many transforms on a CPU device beside FFTW (FFTW_MEASURE, as many threads), in memory
// of the host, alternately; outputs are compared first. What has a line in RESULTS is
// left out, so that a long sweep may go in parts. Usage:
//
//   bm_sweep DEVICE FILE RESULTS [--build] [--seconds S] [--planning S] [--wisdom FILE]
//
// FILE holds a line each: a transform or a plan line, and behind @ the points of a call
// ("r2c forward 1001 @ 1 65536"; default: one row, 64 Ki and 2 Mi). RESULTS gets lines of
// JSON. --build only compiles; --seconds ends the run soon after.
#include "base/median.h"
#include "bench/programs/fftw_peer.h"
#include "bench/programs/plan_lines.h"
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "plan/request/io_view.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;
namespace po = boost::program_options;

namespace {

using clock_type = std::chrono::steady_clock;

constexpr std::size_t PAGE = 4096;
constexpr double SAMPLE_SECONDS = 2e-4; // of calls that are timed together
constexpr int FEWEST_ROUNDS = 7, MOST_ROUNDS = 200;
constexpr double ROUNDS_SECONDS = 0.15;

struct sweep_case {
    std::string line; // of the file, without points
    std::uint32_t rows = 1;
    std::string name() const { return fmt::format("{} @ {}", line, rows); }
};

double seconds_since(clock_type::time_point begin)
{
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

transform transform_of(const std::string& line)
{
    const auto heading = line.substr(0, line.find(':'));
    return asked_for(heading);
}

std::vector<sweep_case> read_cases(const std::string& file)
{
    std::vector<sweep_case> result;
    for (auto line : lines_of(file)) {
        const auto at = line.find(" @ ");
        std::istringstream sizes(at == line.npos ? "1 65536 2097152"
                                                 : line.substr(at + 3));
        line = line.substr(0, at);
        const auto t = transform_of(line);
        auto points = t.points();
        for (const auto& l : t.loops)
            points *= l.count;
        std::uint32_t last = 0;
        for (std::int64_t size; sizes >> size;) {
            const auto rows =
                static_cast<std::uint32_t>(std::max<std::int64_t>(1, size / points));
            if (rows != last)
                result.push_back({ line, rows });
            last = rows;
        }
    }
    return result;
}

std::shared_ptr<float> page_aligned(std::size_t bytes)
{
    void* result = std::aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
    if (!result)
        throw std::bad_alloc();
    return { static_cast<float*>(result), std::free };
}

void fill(void* to, std::size_t bytes, precision number)
{
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> value(-1, 1);
    if (number == precision::float64) {
        auto* x = static_cast<double*>(to);
        for (std::size_t i = 0; i < bytes / sizeof(double); ++i)
            x[i] = value(random);
    } else {
        auto* x = static_cast<float*>(to);
        for (std::size_t i = 0; i < bytes / sizeof(float); ++i)
            x[i] = value(random);
    }
}

//! Calls \p visit with the index of every element of an input or output.
template <typename visitor>
void for_each_place(const std::vector<view_axis>& axes,
                    std::size_t axis,
                    std::int64_t at,
                    const visitor& visit)
{
    if (axis == axes.size()) {
        visit(at);
        return;
    }
    for (std::int64_t i = 0; i < axes[axis].count; ++i)
        for_each_place(axes, axis + 1, at + i * axes[axis].stride, visit);
}

template <typename real>
double difference_of(const transform& t,
                     std::uint32_t rows,
                     const void* ours,
                     const void* theirs)
{
    auto axes = view_axes(t, OUTPUT_VIEW);
    axes.insert(axes.begin(), { static_cast<std::int64_t>(rows), t.output_distance });
    const int parts = has_real_output(t) ? 1 : 2;
    const auto *a = static_cast<const real*>(ours), *b = static_cast<const real*>(theirs);
    double wrong = 0, all = 0;
    for_each_place(axes, 0, 0, [&](std::int64_t at) {
        for (auto i = at * parts; i < (at + 1) * parts; ++i) {
            wrong += std::pow(static_cast<double>(a[i]) - b[i], 2);
            all += std::pow(static_cast<double>(b[i]), 2);
        }
    });
    return std::sqrt(wrong / all);
}

class sweep
{
public:
    sweep(const po::variables_map& options)
        : d_on(open_device(options["device"].as<std::string>())),
          d_queue(d_on->make_queue()),
          d_planning_s(options["planning"].as<double>()),
          d_wisdom(options["wisdom"].as<std::string>())
    {
        for (const auto number : { precision::float32, precision::float64 }) {
            d_peers.push_back(std::make_unique<fftw_peer>(
                number, d_on->info().limits.compute_units, d_planning_s));
            if (!d_wisdom.empty())
                d_peers.back()->read_wisdom(wisdom_file(number));
        }
    }

    ~sweep()
    {
        if (d_wisdom.empty())
            return;
        d_peers[0]->write_wisdom(wisdom_file(precision::float32));
        d_peers[1]->write_wisdom(wisdom_file(precision::float64));
    }

    executor executor_of(const std::string& line) const
    {
        if (line.find('|') == line.npos)
            return executor(asked_for(line), d_on);
        return executor(plan_of(line, d_on->info().limits), d_on);
    }

    nlohmann::ordered_json measure(const sweep_case& c);

private:
    std::string wisdom_file(precision number) const
    {
        return d_wisdom + (number == precision::float64 ? ".float64" : ".float32");
    }

    std::shared_ptr<device> d_on;
    std::shared_ptr<queue> d_queue;
    double d_planning_s;
    std::string d_wisdom;
    std::vector<std::unique_ptr<fftw_peer>> d_peers;
};

//! Seconds of a call of each, the fastest of alternating rounds; and the median ratio.
struct timing {
    double ours_s = INFINITY, theirs_s = INFINITY, ratio = 0;
};

template <typename first, typename second>
timing time_in_turns(const first& ours, const second& theirs)
{
    const auto seconds_of = [](const auto& call, int calls) {
        const auto begin = clock_type::now();
        for (int i = 0; i < calls; ++i)
            call();
        return seconds_since(begin) / calls;
    };
    const auto calls_of = [&](const auto& call) {
        call();
        return std::clamp(
            static_cast<int>(SAMPLE_SECONDS / std::max(1e-8, seconds_of(call, 3))),
            1,
            2000);
    };
    const int our_calls = calls_of(ours), their_calls = calls_of(theirs);
    timing result;
    std::vector<double> ratios;
    const auto begin = clock_type::now();
    for (int r = 0;
         r < FEWEST_ROUNDS || (r < MOST_ROUNDS && seconds_since(begin) < ROUNDS_SECONDS);
         ++r) {
        const double a = seconds_of(ours, our_calls), b = seconds_of(theirs, their_calls);
        result.ours_s = std::min(result.ours_s, a);
        result.theirs_s = std::min(result.theirs_s, b);
        ratios.push_back(b / a);
    }
    result.ratio = median(ratios);
    return result;
}

nlohmann::ordered_json sweep::measure(const sweep_case& c)
{
    const auto run = executor_of(c.line);
    const auto& request = run.made_plan().request;
    const bool is_double = request.number == precision::float64;
    const auto in_bytes =
        request.in_place ? std::max(run.input_bytes(c.rows), run.output_bytes(c.rows))
                         : run.input_bytes(c.rows);
    const auto out_bytes = run.output_bytes(c.rows);
    const auto in_memory = page_aligned(in_bytes), their_in = page_aligned(in_bytes);
    auto out_memory = in_memory, their_out = their_in;
    if (!request.in_place) {
        out_memory = page_aligned(out_bytes);
        their_out = page_aligned(out_bytes);
        std::memset(out_memory.get(), -1, out_bytes); // NaN
    }
    fill(in_memory.get(), in_bytes, request.number);
    const auto in = d_on->wrap_host_memory(in_memory.get(), in_bytes);
    const auto out =
        request.in_place ? in : d_on->wrap_host_memory(out_memory.get(), out_bytes);
    if (!in || !out)
        throw std::runtime_error("the device does not work in memory of the host");
    executor_memory memory;
    memory.in[0] = in.get();
    memory.out[0] = out.get();
    std::shared_ptr<buffer> workspace;
    if (const auto bytes = run.workspace_bytes(c.rows))
        workspace = d_on->make_buffer(bytes);
    memory.workspace = workspace.get();
    const auto ours = [&] {
        run.enqueue(*d_queue, memory, c.rows);
        d_queue->wait_all();
    };

    auto& peer = *d_peers[is_double];
    const auto begin = clock_type::now();
    peer.plan(request, c.rows, their_in.get(), their_out.get());
    const double planned_s = seconds_since(begin);
    fill(their_in.get(), in_bytes, request.number);
    const auto theirs = [&] { peer.execute(); };

    ours();
    theirs();
    const auto difference = is_double ? difference_of<double> : difference_of<float>;
    const double wrong = difference(request, c.rows, out_memory.get(), their_out.get());
    // In place, values would grow from call to call.
    if (request.in_place) {
        std::memset(in_memory.get(), 0, in_bytes);
        std::memset(their_in.get(), 0, in_bytes);
    }
    const auto result = time_in_turns(ours, theirs);
    return { { "case", c.name() },
             { "ratio", std::round(result.ratio * 1e3) / 1e3 },
             { "ratio_of_fastest",
               std::round(result.theirs_s / result.ours_s * 1e3) / 1e3 },
             { "us", result.ours_s * 1e6 },
             { "fftw_us", result.theirs_s * 1e6 },
             { "planning_s", planned_s },
             { "difference", wrong },
             { "plan", plan_text(run.made_plan(c.rows)) } };
}

std::set<std::string> names_in(const std::string& results)
{
    std::set<std::string> result;
    std::ifstream from(results);
    for (std::string line; std::getline(from, line);)
        result.insert(nlohmann::json::parse(line)["case"].get<std::string>());
    return result;
}

void build(const sweep& with, const std::vector<sweep_case>& cases)
{
    std::vector<std::string> lines;
    for (const auto& c : cases)
        if (lines.empty() || lines.back() != c.line)
            lines.push_back(c.line);
    std::atomic<std::size_t> next{ 0 };
    const auto work = [&] {
        for (auto i = next++; i < lines.size(); i = next++) {
            try {
                with.executor_of(lines[i]);
            } catch (const std::exception& e) {
                std::cerr << lines[i] << ": " << e.what() << '\n';
            }
        }
    };
    std::thread other(work);
    work();
    other.join();
}

po::variables_map parse(int argc, char** argv)
{
    po::options_description options;
    auto add = options.add_options();
    add("device", po::value<std::string>()->required());
    add("file", po::value<std::string>()->required());
    add("results", po::value<std::string>()->required());
    add("build", po::bool_switch());
    add("seconds", po::value<double>()->default_value(1e9));
    add("planning", po::value<double>()->default_value(1));
    add("wisdom", po::value<std::string>()->default_value(""));
    po::positional_options_description places;
    places.add("device", 1).add("file", 1).add("results", 1);
    po::variables_map found;
    po::store(
        po::command_line_parser(argc, argv).options(options).positional(places).run(),
        found);
    po::notify(found);
    return found;
}

//! False: the time was over before the cases were.
bool run(const po::variables_map& options)
{
    const auto begin = clock_type::now();
    const auto cases = read_cases(options["file"].as<std::string>());
    sweep with(options);
    if (options["build"].as<bool>()) {
        build(with, cases);
        return true;
    }
    const auto results = options["results"].as<std::string>();
    const auto done = names_in(results);
    std::ofstream to(results, std::ios::app);
    for (const auto& c : cases) {
        if (done.count(c.name()))
            continue;
        if (seconds_since(begin) > options["seconds"].as<double>())
            return false;
        nlohmann::ordered_json result;
        try {
            result = with.measure(c);
            fmt::print("{:7.3f} {:7.3f} {:10.2f} us  {:.1e}  {}\n",
                       result["ratio"].get<double>(),
                       result["ratio_of_fastest"].get<double>(),
                       result["us"].get<double>(),
                       result["difference"].is_number()
                           ? result["difference"].get<double>()
                           : NAN,
                       c.name());
        } catch (const std::exception& e) {
            result = { { "case", c.name() }, { "failure", e.what() } };
            fmt::print("FAILED {}: {}\n", c.name(), e.what());
        }
        std::fflush(stdout);
        to << result.dump() << std::endl;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(parse(argc, argv)) ? 0 : 3;
    } catch (const std::exception& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
