/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft plan: how transforms are computed, a line each.
#include "apps/plan_options.h"
#include "plan/plan.h"
#include "plan/tile.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft plan [options] LENGTH[xBATCH]...

Print the plan of each transform in one line: the radices of the stages of each pass,
what a workgroup is, and the local memory it needs. Nothing is run.

      --inverse            inverse transform (default forward)
      --real-input         the input is real (default complex)
      --windowed           the input is multiplied by a window
      --in-place           the output overwrites the input
      --input-rotation N   input point n is read from place (n + N) mod LENGTH
      --output-rotation N  output point k is written to place (k + N) mod LENGTH
      --norm NAME          none, by_length or orthonormal (default none)
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --cpu                plan for a CPU device
      --local-memory BYTES
                           local memory of a workgroup (default 32768)
      --max-work-items N   work-items in a workgroup (default 256)
      --registers N        registers of a work-item (default 64)
      --subgroup N         work-items that run in lock step (default 32; CPU: 1)
      --vector-width N     floats in a vector of a CPU device (default 1)
      --compute-units N    of a CPU device (default 1)
      --json               one JSON object per line instead of text
  -h, --help               print this and exit
      --version            print the version and exit

Limits from --cpu to --compute-units change those of --device. Without --device they
are taken alone, and no device is needed; nor is it where there is none. The limits
that were used are printed on stderr.

Examples:
  gpufft plan 4096x64
  gpufft plan --inverse --norm by_length 1000 1024
  gpufft plan --local-memory 49152 --max-work-items 1024 --registers 128 1048576

Exit status: 0 done, 1 bad arguments or no plan, 2 no such device.
)";

const char* name_of(normalization norm)
{
    switch (norm) {
    case normalization::by_length:
        return "by_length";
    case normalization::orthonormal:
        return "orthonormal";
    case normalization::none:
        break;
    }
    return "none";
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

nlohmann::json json_of(const pass& p, std::uint32_t batch)
{
    auto stages = nlohmann::json::array();
    for (const auto& s : p.stages)
        stages.push_back({ { "radix", s.radix }, { "fill", s.fill } });
    return { { "form", p.form == kernel_form::simd ? "simd" : "simt" },
             { "points", p.points() },
             { "stages", stages },
             { "columns", p.columns.size },
             { "columns_are_rows", p.columns_are_rows() },
             { "work_items", p.work_items() },
             { "local_memory_bytes", local_memory_bytes(p) },
             { "exchange", p.exchange_parts == exchange::split ? "split" : "whole" },
             { "staged_input", p.staged_input },
             { "staged_output", p.staged_output },
             { "workgroups", p.groups(batch) } };
}

nlohmann::json json_of(const transform& t)
{
    return { { "length", t.length },
             { "direction", t.dir == direction::forward ? "forward" : "inverse" },
             { "normalization", name_of(t.norm) },
             { "input", t.input == input_format::real32 ? "real32" : "complex64" },
             { "in_place", t.in_place },
             { "windowed", t.windowed },
             { "input_rotation", t.input_rotation },
             { "output_rotation", t.output_rotation } };
}

nlohmann::json json_of(const plan& p, std::uint32_t batch, const named_limits& used)
{
    auto passes = nlohmann::json::array();
    for (const auto& one : p.passes)
        passes.push_back(json_of(one, batch));
    nlohmann::json device;
    if (!used.device.empty())
        device = used.device;
    return { { "plan", to_string(p) },
             { "transform", json_of(p.what) },
             { "batch", batch },
             { "strategy", p.strategy },
             { "scratch_points", p.scratch_points() },
             { "passes", passes },
             { "device", device },
             { "limits",
               { { "is_cpu", used.limits.is_cpu },
                 { "local_memory_bytes", used.limits.local_memory_bytes },
                 { "max_work_items", used.limits.max_work_items },
                 { "registers", used.limits.registers },
                 { "subgroup", used.limits.subgroup },
                 { "vector_width", used.limits.vector_width },
                 { "compute_units", used.limits.compute_units } } } };
}

std::string line_of(const plan& p, const sized_batch& asked, const named_limits& used)
{
    using json = nlohmann::json;
    // Drivers' texts need not be UTF-8.
    return json_of(p, asked.batch.value_or(1), used)
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

int cmd_plan(const arguments& args)
{
    const options given(args, plan_options_and({ { "json", false } }));
    if (given.answer(HELP))
        return DONE;
    if (given.rest().empty())
        throw usage_error("no LENGTH is given, e.g. gpufft plan 4096x64");

    // All are planned before the first is printed: one that is refused leaves no half.
    std::vector<sized_batch> asked;
    for (const auto& text : given.rest())
        asked.push_back(parse_sized_batch(text));
    for (const auto& each : asked)
        validate(parse_transform(given, each.length));
    const auto used = choose_limits(given, unsaid::device);
    std::vector<plan> plans;
    for (const auto& each : asked)
        plans.push_back(choose_plan(parse_transform(given, each.length), used.limits));

    fmt::print(stderr, "gpufft plan: for {}\n", used.to_string());
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (given.has("json"))
            fmt::print("{}\n", line_of(plans[i], asked[i], used));
        else
            fmt::print("{}{}\n",
                       to_string(plans[i]),
                       asked[i].batch ? workgroups_text(plans[i], *asked[i].batch) : "");
    }
    return DONE;
}

} // namespace gpufft::app
