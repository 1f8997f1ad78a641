/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "bench/cases/prepared_case.h"
#include "bench/measure/clocks.h"
#include "bench/measure/rounded.h"
#include "bench/papers/model_choice.h"
#include "bench/papers/paper_cases.h"
#include "bench/papers/papers_report.h"
#include "bench/papers/papers_suite.h"
#include "bench/papers/pass_counts.h"
#include "bench/papers/radix_orders.h"
#include "bench/papers/word_groups.h"
#include "bench/suites/suite.h"
#include "device/interface/registry.h"
#include "plan/ir/enum_names.h"
#include <fmt/format.h>
#include <algorithm>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

const char HELP[] = R"(usage: gpufft bench --suite papers [options]

Do experiments of the papers that the engine builds upon again, on one device;
docs/papers.md is made from the results. Every plan passes the self test before it is
timed, all plans of an experiment in turns.

  hbpl      the model's choice beside the best that a search finds: c2c and DCT-II of 4 to
            4096 points and of 4x4 to 256x256 (tables 5 to 8)
  nukada    every order of radices of 192 and 480 points, with padding of local memory and
            without (figures 7 to 9)
  mpfft     likewise untuned and tuned, lengths of all sorts (figure 12)
  gu        long and multi-dimensional transforms cut into passes (table 2)
  ambuluri  radices, points that a work-item holds, and constant geometry (table 5.1)

  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --cases WORDS        just these, with commas between: a paper, kind, size or
                           kind:size (default all)
      --seconds N          for the search of a transform (default 6)
      --rounds N           timings of each plan, of which the fastest counts (default 21)
      --most N             orders of radices, cuts or ways of a transform (default all)
      --shrink N           calls N times smaller (default 1: 4 MiB on CPU devices, 256
                           MiB on GPUs)
      --json FILE          write the results to FILE, too
  -h, --help               print this and exit
      --version            print the version and exit

Kernels are compiled anew. All of it takes some ten minutes.

Examples:
  gpufft bench --suite papers --device cuda:0 --json papers.json
  gpufft bench --suite papers --cases nukada --shrink 10

Exit status: 0 done, 1 bad arguments, 2 device failed, 3 a case failed or was wrong.
)";

const std::vector<option> OPTIONS = {
    { "suite", true }, { "device,d", true }, { "cases", true },  { "seconds", true },
    { "most", true },  { "rounds", true },   { "shrink", true }, { "json", true },
};

// Bytes of a call's input: beyond the caches of a GPU; beyond those of a CPU's cores
// alone, for short calls find moments in which nobody else takes a core.
constexpr std::size_t CPU_BYTES = std::size_t(1) << 22;
constexpr std::size_t GPU_BYTES = std::size_t(1) << 28;

struct papers_rules {
    double seconds = 0; // of a search
    std::size_t most = 0;
};

ordered_json measure(const bench_case& c, paper_timer& with, const papers_rules& rules)
{
    ordered_json result = { { "paper", c.group },
                            { "kind", name_of(c.kind) },
                            { "size", c.size } };
    const auto found = c.group == "nukada" ? radix_orders(c.request(), with, rules.most)
                       : c.group == "gu"   ? pass_counts(c.request(), with, rules.most)
                       : c.group == "ambuluri"
                           ? word_groups(c.request(), with, rules.most)
                           : model_choice(c.request(), with, rules.seconds);
    result.update(found);
    return result;
}

//! What the results say of where they are from.
ordered_json about(const device_info& on)
{
    const auto clocks = read_clocks(on);
    return { { "suite", "papers" },
             { "device", on.product },
             { "platform", on.platform },
             { "driver", on.driver },
             { "is_cpu", on.limits.is_cpu },
             { "compute_units", on.limits.compute_units },
             { "gpufft", GPUFFT_VERSION },
             { "clocks",
               { { "cores_mhz", clocks.cores_mhz },
                 { "memory_mhz", clocks.memory_mhz },
                 { "most_cores_mhz", clocks.most_cores_mhz } } } };
}

//! \return whether case \p c, or an experiment within it, has no time
bool failed(const ordered_json& c)
{
    if (c.is_object() && c.contains("failure"))
        return true;
    return c.is_structured() && std::any_of(c.begin(), c.end(), failed);
}

} // namespace

int run_papers_suite(const arguments& args)
{
    const options given(args, OPTIONS);
    if (given.answer(HELP))
        return DONE;
    if (!given.rest().empty())
        throw usage_error(
            fmt::format("only options are taken, got \"{}\"", given.rest()[0]));
    check_folder_of(given.text("json", ""));
    auto cases = paper_cases();
    if (given.has("cases"))
        cases = chosen_cases(cases, given.text("cases", ""));
    papers_rules rules;
    rules.seconds = static_cast<double>(given.number("seconds", 1, 3600).value_or(6));
    rules.most = static_cast<std::size_t>(given.number("most", 1, 1 << 20).value_or(0));
    const auto rounds = static_cast<int>(given.number("rounds", 1, 1000).value_or(21));
    const auto shrink =
        static_cast<std::size_t>(given.number("shrink", 1, 1 << 20).value_or(1));

    const empty_kernel_cache cache;
    const auto on = open_device(given.text("device", "auto"));
    const auto& info = on->info();
    const auto bytes = (info.limits.is_cpu ? CPU_BYTES : GPU_BYTES) / shrink;
    paper_timer timer(on, bytes, rounds);
    auto all = about(info);
    all["copy_gb_s"] = rounded(timer.copy_rate() / 1e9, 1);
    all["input_mib"] = static_cast<double>(bytes) / (1 << 20);
    all["search_s"] = rules.seconds;
    all["rounds"] = rounds;
    all["cases"] = ordered_json::array();
    fmt::print("{} ({}), copies {:.1f} GB/s\n\n",
               info.product,
               info.platform,
               timer.copy_rate() / 1e9);
    for (const auto& c : cases) {
        all["cases"].push_back(measure(c, timer, rules));
        fmt::print("{}", paper_case_text(all["cases"].back()));
        std::fflush(stdout);
    }
    if (given.has("json"))
        write_whole_file(given.text("json", ""),
                         all.dump(1, ' ', false, ordered_json::error_handler_t::replace) +
                             "\n");
    return failed(all["cases"]) ? CASE_FAILED : DONE;
}

} // namespace gpufft::app
