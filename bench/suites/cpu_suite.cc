/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "bench/cases/cpu_cases.h"
#include "bench/measure/host_copy.h"
#include "bench/measure/limited_process.h"
#include "bench/suites/cpu_report.h"
#include "bench/suites/cpu_suite.h"
#include "bench/suites/suite.h"
#include "device/interface/registry.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/algorithm/string.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

const char HELP[] = R"(usage: gpufft bench --suite cpu [options]

Time transforms of host memory on a CPU device, launch and wait included, in turn with
FFTW's (libfftw3f, found at run time, FFTW_MEASURE, as many threads) in one process, or
with Intel's MKL. The outputs are compared whole before that; where they differ, ours are
checked by direct sums, and wrong ones have no time.

  -d, --device NAME        a CPU device that `gpufft devices` prints (default the first)
      --peer NAME          fftw, or mkl: libmkl_rt, found at run time, where the system
                           or $GPUFFT_MKL (a folder or file) has it, by its FFTW names;
                           without the DCTs, which it has not (default fftw)
      --cases WORDS        just these, with commas between: a class (powers, smooth,
                           primes, real, 2d-3d, dct), kind, size or kind:size
                           (default all)
      --points LIST        points in all, with commas between (default 4194304,65536);
                           sizes beyond are left out
      --threads LIST       threads of either side, with commas between, a process for
                           each (default 1,all)
      --rounds N           timings of each case, of which the best counts (default as
                           many as --milliseconds allow, at least 5)
      --milliseconds N     for the rounds of a case (default 400)
      --plans FILE         a plan line a line, as gpufft plan --full prints it, to be used
                           for its transform instead of the planner's
      --json FILE          write the results to FILE, too
  -h, --help               print this and exit
      --version            print the version and exit

"faster" is the peer's time over ours; with a question mark FFTW did not end measuring
plans in the 10 seconds that it is given.

Examples:
  gpufft bench --suite cpu --json cpu.json
  gpufft bench --suite cpu --cases c2c:4096,dct --threads all --points 65536

Exit status: 0 done, 1 bad arguments, 2 device failed or no peer, 3 a case failed or was
wrong.
)";

const std::vector<option> OPTIONS = {
    { "suite", true },  { "device,d", true },     { "peer", true },
    { "cases", true },  { "points", true },       { "threads", true },
    { "rounds", true }, { "milliseconds", true }, { "plans", true },
    { "json", true },
};

constexpr double FFTW_LIMIT_S = 10;

//! Whole numbers from \p least on with commas between; \p all is one, too.
std::vector<std::int64_t> numbers_of(const options& given,
                                     const char* name,
                                     const std::string& otherwise,
                                     bool takes_all)
{
    std::vector<std::string> words;
    const auto text = given.text(name, otherwise);
    boost::split(words, text, boost::is_any_of(","));
    std::vector<std::int64_t> result;
    for (const auto& word : words) {
        const auto number = takes_all && word == "all" ? std::optional<std::int64_t>(0)
                                                       : whole_number(word);
        constexpr std::int64_t MOST = std::int64_t(1) << 28;
        if (!number || *number < (word == "all" ? 0 : 1) || *number > MOST)
            throw usage_error(
                fmt::format("--{} must be whole numbers from 1{}, with commas between, "
                            "got {}",
                            name,
                            takes_all ? " or all" : "",
                            text));
        result.push_back(*number);
    }
    return result;
}

//! What is asked for.
struct cpu_request {
    std::string device;
    fftw_maker peer = fftw_maker::fftw;
    std::vector<bench_case> cases;
    std::vector<std::int64_t> points;
    given_plans plans;
    cpu_timing_rules rules;
};

//! The first CPU device, where none is named.
std::shared_ptr<device> open_cpu_device(const std::string& wanted)
{
    auto name = wanted;
    if (name.empty()) {
        const auto list = list_devices().devices;
        const auto found = std::find_if(
            list.begin(), list.end(), [](const auto& d) { return d.limits.is_cpu; });
        if (found == list.end())
            throw device_error("there is no CPU device; see gpufft devices");
        name = found->name;
    }
    auto on = open_device(name);
    if (!on->info().limits.is_cpu)
        throw device_error(fmt::format("{} ({}) is no CPU device, which FFTW is to be "
                                       "compared with; see gpufft devices",
                                       on->info().name,
                                       on->info().product));
    return on;
}

std::string processor_name()
{
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line))
        if (boost::starts_with(line, "model name"))
            return boost::trim_copy(line.substr(line.find(':') + 1));
    return "";
}

//! Times all with \p threads threads, 0: all; prints the table, returns the results: null
//! where the device has another number of threads.
ordered_json run_with(const cpu_request& asked, int threads)
{
    const auto on = open_cpu_device(asked.device);
    const auto& info = on->info();
    if (threads > 0 && info.limits.compute_units != threads)
        return {};
    threads = info.limits.compute_units;
    std::string reason;
    const auto with = fftw_library::load(
        threads, FFTW_LIMIT_S, &reason, precision::float32, asked.peer);
    if (!with)
        throw device_error(fmt::format("{} is absent: {}", name_of(asked.peer), reason));
    const auto processor = processor_name();
    const double copy_gb_s = std::round(host_copy_rate(threads) / 1e8) / 10;
    ordered_json result = { { "suite", "cpu" },
                            { "device", info.product },
                            { "platform", info.platform },
                            { "driver", info.driver },
                            { "cpu", processor.empty() ? info.product : processor },
                            { "gpufft", GPUFFT_VERSION },
                            { "peer", name_of(asked.peer) },
                            { "fftw", with->version() },
                            { "fftw_limit_s", FFTW_LIMIT_S },
                            { "threads", { threads } },
                            { "copy_gb_s", { { std::to_string(threads), copy_gb_s } } },
                            { "cases", ordered_json::array() } };
    fmt::print("{} ({}), threads: {}, copies {:.1f} GB/s; {}\n\n{}",
               result["cpu"].get<std::string>(),
               info.platform,
               threads,
               copy_gb_s,
               with->version(),
               cpu_table_head(asked.peer));
    cpu_timer timer(on, with, asked.plans, asked.rules);
    for (auto c : asked.cases)
        for (const auto points : asked.points) {
            c.batch = static_cast<std::uint32_t>(points / c.request().points());
            if (c.batch == 0 || !with->offers(c.request()))
                continue;
            result["cases"].push_back(
                cpu_case_json(c, points, threads, timer.measure(c)));
            fmt::print("{}", cpu_table_line(result["cases"].back()));
            std::fflush(stdout);
        }
    fmt::print("\n");
    return result;
}

//! run_with() in a process that has so many threads.
ordered_json results_with(const cpu_request& asked, int threads)
{
    for (const auto how : { hold::by_runtime, hold::by_processors }) {
        const auto result = ordered_json::parse(in_limited_process(threads, how, [&] {
            // Drivers' texts need not be UTF-8.
            return run_with(asked, threads)
                .dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        }));
        if (!result.is_null())
            return result;
    }
    throw device_error(fmt::format("the device cannot be held to {} threads", threads));
}

//! \p some, of other threads, into \p all.
void add_results(ordered_json& all, const ordered_json& some)
{
    if (all.is_null()) {
        all = some;
        return;
    }
    for (const char* list : { "threads", "cases" })
        for (const auto& each : some[list])
            all[list].push_back(each);
    all["copy_gb_s"].update(some["copy_gb_s"]);
}

fftw_maker parse_peer(const std::string& name)
{
    if (name != "fftw" && name != "mkl")
        throw usage_error(fmt::format("--peer must be fftw or mkl, got {}", name));
    return name == "mkl" ? fftw_maker::mkl : fftw_maker::fftw;
}

cpu_request request_of(const options& given)
{
    cpu_request asked;
    asked.device = given.text("device", "");
    asked.peer = parse_peer(given.text("peer", "fftw"));
    asked.cases = cpu_cases();
    if (given.has("cases"))
        asked.cases = chosen_cases(asked.cases, given.text("cases", ""));
    asked.points = numbers_of(
        given, "points", fmt::format("{},{}", CPU_MANY_POINTS, CPU_FEW_POINTS), false);
    if (given.has("plans"))
        asked.plans = read_plans(given.text("plans", ""));
    asked.rules.rounds = static_cast<int>(given.number("rounds", 1, 100000).value_or(0));
    constexpr std::int64_t MOST_MS = 60000;
    asked.rules.seconds =
        1e-3 *
        static_cast<double>(given.number("milliseconds", 1, MOST_MS).value_or(400));
    return asked;
}

} // namespace

int run_cpu_suite(const arguments& args)
{
    const options given(args, OPTIONS);
    if (given.answer(HELP))
        return DONE;
    if (!given.rest().empty())
        throw usage_error(
            fmt::format("only options are taken, got \"{}\"", given.rest()[0]));
    const auto asked = request_of(given);
    check_folder_of(given.text("json", ""));
    ordered_json all;
    for (const auto threads : numbers_of(given, "threads", "1,all", true)) {
        const auto some = results_with(asked, static_cast<int>(threads));
        add_results(all, some);
    }
    fmt::print("{}", cpu_table_means(all["cases"], asked.peer));
    if (given.has("json"))
        write_whole_file(given.text("json", ""), all.dump(1) + "\n");
    const auto& cases = all["cases"];
    const bool all_done = std::none_of(
        cases.begin(), cases.end(), [](const auto& c) { return c.contains("failure"); });
    return all_done ? DONE : CASE_FAILED;
}

} // namespace gpufft::app
