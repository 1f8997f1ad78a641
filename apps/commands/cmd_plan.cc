/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft plan: how transforms are computed, a line each.
#include "apps/files/plan_json.h"
#include "apps/options/transform_options.h"
#include "exec/executor/device_key.h"
#include "plan/choice/plan_choice.h"
#include "plan/planner/plan_shape.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "plan/wisdom/wisdom_store.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/whole_plans.h"
#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <set>

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft plan [options] SHAPE...

Print the plan of each transform in one line: the radices of the stages of each pass,
what a workgroup is, and the local memory it needs. Nothing is run.

)";

const char HELP_BETWEEN[] = R"(
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
)";

const char HELP_AFTER[] =
    R"(      --batch N            say how many workgroups a batch of N rows takes
      --full               print all of the plan, as gpufft dump --plan takes it
      --all                print all plans that a search would begin with, as --full does,
                           after what the model thinks each costs: 1 is a copy
      --json               one JSON object per line instead of text
  -h, --help               print this and exit
      --version            print the version and exit

Limits from --cpu to --compute-units change those of --device. Without --device they
are taken alone, and no device is needed; nor is it where there is none. The limits
that were used are printed on stderr, and so is who knew a plan that is not the model's,
and of which transform: the library or, unless a limit is changed or $GPUFFT_EFFORT is
estimate, wisdom of `gpufft tune`. --json says it as "from".

Examples:
  gpufft plan --batch 64 4096
  gpufft plan --kind r2c --precision float64 1000 640x480
  gpufft plan --inverse --norm by_length --full 1021
  gpufft plan --local-memory 49152 --max-work-items 1024 --registers 128 1048576

Exit status: 0 done, 1 bad arguments or no plan, 2 no such device.
)";

std::string help()
{
    return std::string(HELP_BEFORE) + TRANSFORM_HELP + HELP_BETWEEN + LIMIT_HELP +
           HELP_AFTER;
}

std::vector<option> known_options()
{
    std::vector<option> all = {
        { "batch", true }, { "full", false }, { "all", false }, { "json", false }
    };
    all.insert(all.end(), TRANSFORM_OPTIONS.begin(), TRANSFORM_OPTIONS.end());
    all.insert(all.end(), LIMIT_OPTIONS.begin(), LIMIT_OPTIONS.end());
    return all;
}

//! "; 64 rows: 64 + 32 workgroups", a number a pass
std::string workgroups_text(const plan& p, std::uint32_t batch)
{
    std::string numbers;
    for (const auto& one : p.passes)
        numbers += fmt::format("{}{}", numbers.empty() ? "" : " + ", one.groups(batch));
    return fmt::format("; {} {}: {} {}",
                       batch,
                       batch == 1 ? "row" : "rows",
                       numbers,
                       numbers == "1" ? "workgroup" : "workgroups");
}

//! The line of \p chosen that the options ask for.
std::string
line_of(const chosen_plan& chosen, const options& given, const named_limits& used)
{
    const auto& p = chosen.result;
    // Kernels take the number of rows in 32 bits.
    const auto batch =
        given.number("batch", 1, std::numeric_limits<std::uint32_t>::max());
    const auto rows = static_cast<std::uint32_t>(batch.value_or(1));
    if (given.has("json"))
        return json_line(p, chosen.says, rows, used);
    if (given.has("full"))
        return plan_text(p);
    return to_string(p) + (batch ? workgroups_text(p, rows) : "");
}

//! What a search begins with, the cheapest first: candidates of the planner's plan, plans
//! for lesser devices, and other shapes and convolutions.
std::vector<std::string> lines_of_all(const transform& request,
                                      const device_limits& limits)
{
    constexpr std::size_t MOST_EACH = 64; // of a pass
    constexpr std::size_t MOST_SHAPES = 24;
    std::set<std::string> seen;
    std::vector<std::pair<double, std::string>> weighed;
    const auto add = [&](const plan& p) {
        if (auto line = plan_text(p); seen.insert(line).second)
            weighed.emplace_back(plan_estimate(p), std::move(line));
    };
    const auto whole = whole_plans(request, limits);
    for (const auto& p : whole)
        add(p);
    for (const auto& p : first_candidates(whole.front(), MOST_EACH))
        add(p);
    for (const auto& p : shaped_plans(request, limits, MOST_SHAPES))
        add(p);
    for (const auto& p : convolved_plans(request, limits, MOST_SHAPES))
        add(p);
    std::stable_sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::vector<std::string> lines;
    for (const auto& [cost, line] : weighed)
        lines.push_back(fmt::format("{:.3f}  {}", cost, line));
    return lines;
}

//! By wisdom where the limits are a device's, and who knew it on stderr.
chosen_plan plan_of(const transform& request, const named_limits& used)
{
    auto chosen = used.whole ? choose_plan(request,
                                           used.limits,
                                           device_key_of(*used.whole),
                                           default_effort(),
                                           *wisdom_store::of_user().book())
                             : choose_plan_without_wisdom(request, used.limits);
    if (chosen.from != plan_origin::model)
        fmt::print(stderr, "gpufft plan: {}: {}\n", to_string(request), chosen.says);
    return chosen;
}

} // namespace

int cmd_plan(const arguments& args)
{
    const options given(args, known_options());
    if (given.answer(help().c_str()))
        return DONE;
    if (given.rest().empty())
        throw usage_error("no SHAPE is given, e.g. gpufft plan 4096");

    // All are planned before the first is printed: one that is refused leaves no half.
    std::vector<transform> asked;
    for (const auto& shape : given.rest())
        asked.push_back(parse_transform(given, shape));
    const auto used = choose_limits(given, unsaid::device);
    if (given.has("all") && (given.has("json") || given.has("batch")))
        throw usage_error("--all prints plan lines, without --json and --batch");
    std::vector<std::string> lines;
    for (const auto& request : asked) {
        if (given.has("all")) {
            const auto more = lines_of_all(request, used.limits);
            lines.insert(lines.end(), more.begin(), more.end());
        } else
            lines.push_back(line_of(plan_of(request, used), given, used));
    }

    fmt::print(stderr, "gpufft plan: for {}\n", used.to_string());
    for (const auto& line : lines)
        fmt::print("{}\n", line);
    return DONE;
}

} // namespace gpufft::app
