/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "bench/cases/prepared_case.h"
#include "bench/cases/unseen_cases.h"
#include "bench/measure/clocks.h"
#include "bench/measure/rounded.h"
#include "bench/suites/suite.h"
#include "bench/suites/unseen_report.h"
#include "bench/suites/unseen_suite.h"
#include "device/interface/registry.h"
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

const char HELP[] = R"(usage: gpufft bench --suite unseen [options]

Time transforms that are drawn at random, of every kind and form and mostly of lengths
without a prime factor above 13: by the plan that the library takes without having timed
anything, in turn with cuFFT's (on a CPU device FFTW's, with as many threads) and with the
plan that a search finds. Outputs are checked before.

  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --seed N             draw these; an equal seed draws equal ones (default 1)
      --count N            transforms (default 200)
      --most-points N      of a transform (default 16777216, on CPU devices 1048576)
      --search SECONDS     budget of each search; 0: none (default 5)
      --rounds N           timings of each, of which the median counts (default 11)
      --json FILE          write the results to FILE, too
  -h, --help               print this and exit
      --version            print the version and exit

"x peer" is the peer's time over ours: beside windows, rotations and planes that of its
transform without them, which it has not. "behind" is what our plan takes longer than the
one that the search found, as a part of that. One call in five is of a lone transform,
the others read 256 MiB, on CPU devices 16 MiB.

Examples:
  gpufft bench --suite unseen --seed 7 --json unseen.json
  gpufft bench --suite unseen --count 20 --search 0

Exit status: 0 done, 1 bad arguments, 2 device failed, 3 a case failed or was wrong.
)";

const std::vector<option> OPTIONS = {
    { "suite", true },  { "device,d", true }, { "seed", true },        { "count", true },
    { "search", true }, { "rounds", true },   { "most-points", true }, { "json", true },
};

constexpr std::int64_t MOST_SEED = std::int64_t(1) << 62;
constexpr std::int64_t MOST_CASES = 100000;
constexpr std::int64_t MOST_SEARCH_S = 3600;
constexpr std::size_t CPU_CALL_BYTES = std::size_t(1) << 24;
constexpr std::int64_t CPU_MOST_POINTS = std::int64_t(1) << 20;

unseen_draw draw_of(const options& given, const device_limits& limits)
{
    unseen_draw how;
    if (limits.is_cpu) {
        how.call_bytes = CPU_CALL_BYTES;
        how.most_points = CPU_MOST_POINTS;
    }
    how.seed = static_cast<std::uint64_t>(given.number("seed", 0, MOST_SEED).value_or(1));
    how.count = static_cast<std::size_t>(
        given.number("count", 1, MOST_CASES).value_or(static_cast<int>(how.count)));
    how.most_points = given.number("most-points", 64, 1 << 27).value_or(how.most_points);
    how.has_float64 = limits.has_float64;
    return how;
}

ordered_json
about(const device_info& on, unseen_timer& timer, const unseen_draw& how, double search_s)
{
    const auto clocks = read_clocks(on);
    return { { "suite", "unseen" },
             { "seed", how.seed },
             { "most_points", how.most_points },
             { "search_s", search_s },
             { "device", on.product },
             { "platform", on.platform },
             { "driver", on.driver },
             { "gpufft", GPUFFT_VERSION },
             { "clocks",
               { { "cores_mhz", clocks.cores_mhz },
                 { "most_cores_mhz", clocks.most_cores_mhz },
                 { "memory_mhz", clocks.memory_mhz } } },
             { "copy_gb_s", rounded(timer.copy_rate() / 1e9, 1) },
             { "peer", timer.peer() } };
}

} // namespace

int run_unseen_suite(const arguments& args)
{
    const options given(args, OPTIONS);
    if (given.answer(HELP))
        return DONE;
    if (!given.rest().empty())
        throw usage_error(
            fmt::format("only options are taken, got \"{}\"", given.rest()[0]));
    check_folder_of(given.text("json", ""));
    unseen_timer::rules rules;
    rules.search_s = static_cast<double>(given.number("search", 0, MOST_SEARCH_S)
                                             .value_or(static_cast<int>(rules.search_s)));
    rules.rounds =
        static_cast<int>(given.number("rounds", 1, 1000).value_or(rules.rounds));
    const empty_kernel_cache cache; // and no wisdom
    const auto on = open_device(given.text("device", "auto"));
    const auto how = draw_of(given, on->info().limits);
    unseen_timer timer(on, rules);
    auto all = about(on->info(), timer, how, rules.search_s);
    fmt::print("{} ({}), copies {:.0f} GB/s; {}\n\n{}",
               on->info().product,
               on->info().platform,
               timer.copy_rate() / 1e9,
               timer.peer().empty() ? "no peer: " + timer.why_no_peer() : timer.peer(),
               unseen_table_head());
    auto& cases = all["cases"] = ordered_json::array();
    for (const auto& c : unseen_cases(how)) {
        cases.push_back(unseen_case_json(timer.measure(c)));
        fmt::print("{}", unseen_table_line(cases.back()));
        std::fflush(stdout);
    }
    all["summary"] = unseen_summary(cases);
    fmt::print("\n{}", unseen_summary_text(all["summary"]));
    if (given.has("json"))
        // Drivers' texts need not be UTF-8.
        write_whole_file(given.text("json", ""),
                         all.dump(1, ' ', false, ordered_json::error_handler_t::replace) +
                             "\n");
    const bool all_done = std::none_of(
        cases.begin(), cases.end(), [](const auto& c) { return c.contains("failure"); });
    return all_done ? DONE : CASE_FAILED;
}

} // namespace gpufft::app
