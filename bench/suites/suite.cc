/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "bench/suites/cpu_suite.h"
#include "bench/suites/suite.h"
#include "bench/suites/suite_report.h"
#include "bench/suites/unseen_suite.h"
#include "device/interface/registry.h"
#include <fmt/format.h>
#include <algorithm>
#include <thread>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft bench --suite NAME [options]

Time transforms on one device, their data staying there, cuFFT's in turn with ours where
it is installed. Each output is checked before it is timed.

      --suite NAME         peers: sizes of every kind and form in batches that fill about
                           1 GiB, and one transform alone of each, as fractions of the
                           rate of a copy; small: one transform, 10 and 100 of them,
                           device time and the time of a call; cpu: beside FFTW, unseen:
                           drawn at random, beside a peer and a search, and papers:
                           experiments of papers; these three with options of their own:
                           gpufft bench --suite cpu --help
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --cases WORDS        just these, with commas between: a group, kind, size or
                           kind:size, such as dct2,2d,c2c:4096 (default all); a kind or
                           size has all its forms, a group those of one: inverse,
                           windowed, rotated, float64, float16, planar, in-place, alone
      --shrink N           batches N times smaller, at least 1 (default 1)
      --most-points N      leave out sizes of more points
      --rounds N           timings of each transform, of which the median counts
                           (default 11)
      --jobs N             kernels to compile at a time (default 1); with more, what first
                           use costs is measured while others compile, too
      --first-uses N       how often each is used with nothing in the cache of kernels, of
                           which the median counts (default 1); of CUDA devices, since
                           OpenCL's drivers know what they compiled before
      --plans FILE         a plan line a line, as gpufft plan --full prints it, to be used
                           for its transform instead of the planner's
      --json FILE          write the results to FILE, too
  -h, --help               print this and exit
      --version            print the version and exit

"faster" is the time of the better peer over ours; beside windows, rotations and planes
cuFFT's transform without them, which it has not. VkFFT's figures were measured on an
H200 and are shown for one alone. "cold" is what first use costs: to plan, to compile and
to upload tables; "warm" is the same with the kernels in the cache on disk.

Examples:
  gpufft bench --suite peers --jobs 8 --json peers.json
  gpufft bench --suite peers --cases c2c:4096,r2c --shrink 1000
  gpufft bench --suite small --device cuda:0 --cases 1d

Exit status: 0 done, 1 bad arguments, 2 device failed, 3 a case failed or was wrong.
)";

const std::vector<option> OPTIONS = {
    { "suite", true },       { "device,d", true }, { "cases", true },
    { "shrink", true },      { "rounds", true },   { "jobs", true },
    { "most-points", true }, { "plans", true },    { "json", true },
    { "first-uses", true },
};

std::vector<bench_case> asked_cases(const options& given, const std::string& suite)
{
    auto cases = suite == "small" ? small_cases() : peer_cases();
    if (given.has("cases"))
        cases = chosen_cases(cases, given.text("cases", ""));
    const auto shrink = given.number("shrink", 1, 1 << 30).value_or(1);
    if (const auto most = given.number("most-points", 1, 1 << 30))
        cases.erase(
            std::remove_if(cases.begin(),
                           cases.end(),
                           [&](const auto& c) { return c.request().points() > *most; }),
            cases.end());
    for (auto& c : cases)
        c.batch = static_cast<std::uint32_t>(std::max<std::int64_t>(1, c.batch / shrink));
    return cases;
}

timing_rules rules_of(const std::string& suite, const device_limits& limits)
{
    timing_rules rules;
    if (suite == "small") {
        rules.calls = 20;
        rules.queues_ahead = !limits.is_cpu;
        rules.measures_wall = true;
    }
    if (limits.is_cpu)
        rules.calls = 1;
    return rules;
}

} // namespace

bool is_suite(const arguments& args, const std::string& name)
{
    const auto named = std::find(args.begin(), args.end(), "--suite");
    return (named != args.end() && named + 1 != args.end() && named[1] == name) ||
           std::find(args.begin(), args.end(), "--suite=" + name) != args.end();
}

int run_suite(const arguments& args)
{
    if (is_suite(args, "cpu"))
        return run_cpu_suite(args);
    if (is_suite(args, "unseen"))
        return run_unseen_suite(args);
    const options given(args, OPTIONS);
    if (given.answer(HELP))
        return DONE;
    check_folder_of(given.text("json", ""));
    const auto suite = given.text("suite", "");
    if (suite != "peers" && suite != "small")
        throw usage_error(
            suite.empty()
                ? "what to measure must be said: --flowgraph, or --suite NAME"
                : fmt::format(
                      "--suite must be peers, small, cpu, unseen or papers, got {}",
                      suite));
    if (!given.rest().empty())
        throw usage_error(
            fmt::format("only options are taken, got \"{}\"", given.rest()[0]));
    const auto cases = asked_cases(given, suite);
    given_plans plans;
    if (given.has("plans"))
        plans = read_plans(given.text("plans", ""));
    const auto rounds = given.number("rounds", 1, 1000);
    suite_results all;
    all.suite = suite;
    all.first_use.jobs = static_cast<int>(given.number("jobs", 1, 256).value_or(1));
    all.first_use.times =
        static_cast<int>(given.number("first-uses", 1, 100).value_or(1));

    const empty_kernel_cache cache;
    const auto on = open_device(given.text("device", "auto"));
    all.on = on->info();
    if (all.first_use.times > 1 && all.on.name.rfind("cuda:", 0) != 0)
        throw usage_error(
            fmt::format("--first-uses: the driver of {} knows what it "
                        "compiled before; only CUDA devices have more than 1",
                        all.on.name));
    all.has_vkfft = suite == "peers" && all.on.product.find("H200") != std::string::npos;
    const auto prepared = prepare_cases(cases, plans, on, cache, all.first_use);
    auto rules = rules_of(suite, all.on.limits);
    rules.rounds = static_cast<int>(rounds.value_or(rules.rounds));
    case_timer timer(on, rules);
    all.cufft_version = timer.cufft_version();
    all.copy_rate = timer.copy_rate();
    all.clocks = read_clocks(all.on);

    fmt::print("{} ({}), copies {:.0f} GB/s; cuFFT {}\n\n{}",
               all.on.product,
               all.on.platform,
               all.copy_rate / 1e9,
               all.cufft_version ? std::to_string(all.cufft_version)
                                 : "is absent: " + timer.why_no_cufft(),
               table_head(suite));
    for (const auto& c : prepared) {
        all.cases.push_back(timer.measure(c));
        fmt::print("{}", table_line(all, all.cases.back()));
        std::fflush(stdout);
    }
    fmt::print("\n{}", table_means(all));
    if (given.has("json"))
        write_whole_file(given.text("json", ""), results_json(all));
    const bool all_done = std::all_of(
        all.cases.begin(), all.cases.end(), [](const auto& r) { return bool(r.ours); });
    return all_done ? DONE : CASE_FAILED;
}

} // namespace gpufft::app
