/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft tune: the fastest plans of this device, kept as wisdom.
#include "apps/files/grc_file.h"
#include "apps/options/transform_options.h"
#include "device/interface/registry.h"
#include "exec/executor/device_key.h"
#include "tune/tuner/tuner.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <csignal>

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft tune [options] SHAPE|FLOWGRAPH.grc...

Search the fastest plan of each transform by timing many on one device, check that it
computes what it should, and keep it as wisdom: from then on every transform of that
kind, lengths and precision takes it on this device. Then print what became of each.

)";

const char HELP_AFTER[] = R"(
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --budget SECONDS     for all transforms together (default 10 each)
      --effort NAME        measure, or exhaustive for many times as many plans, which
                           needs a longer budget (default measure)
      --rows N             time calls of N rows (default: as many as keep the device
                           busy); where so few leave some of it idle, the plan is kept
                           for such calls
      --missing            leave out what was measured on this device already
      --fresh              forget what was timed for these transforms before
      --json               one JSON object per line instead of a table
  -h, --help               print this and exit
      --version            print the version and exit

Of a flowgraph, the transforms of its FFT, DCT and DST blocks are searched, and of its
spectrum blocks, persistence and logpwrfft the plain transform of a frame.

Ctrl-C ends the search: the best plan so far of the transform under way is kept, and
those after it are left out. What was timed is kept as well, KNOWN plans the next time
that the same is searched, which goes on from there.

Examples:
  gpufft tune 1024 4096
  gpufft tune receiver.grc
  gpufft tune --budget 300 --effort exhaustive --kind r2c 1920x1080

Exit status: 0 done, 1 bad arguments, 2 device failed, or a transform has no winner.
)";

std::string help() { return std::string(HELP_BEFORE) + TRANSFORM_HELP + HELP_AFTER; }

std::vector<option> known_options()
{
    std::vector<option> all = { { "device,d", true }, { "budget", true },
                                { "effort", true },   { "rows", true },
                                { "missing", false }, { "fresh", false },
                                { "json", false } };
    all.insert(all.end(), TRANSFORM_OPTIONS.begin(), TRANSFORM_OPTIONS.end());
    return all;
}

constexpr double MOST_SECONDS = 1000000;
constexpr std::int64_t MOST_ROWS = 1000000000;
constexpr double SECONDS_EACH = 10;

volatile std::sig_atomic_t s_stop = 0;

//! While it lives, Ctrl-C asks the search to end instead of ending the program.
class stop_on_interrupt
{
public:
    stop_on_interrupt() : d_before(std::signal(SIGINT, [](int) { s_stop = 1; })) {}
    ~stop_on_interrupt() { std::signal(SIGINT, d_before); }

private:
    void (*d_before)(int);
};

//! What \p words ask for; blocks whose lengths cannot be told are named on stderr.
std::vector<transform> asked_for(const options& given, const arguments& words)
{
    std::vector<transform> all;
    for (const auto& word : words) {
        if (!names_flowgraph(word)) {
            if (word.find('.') != std::string::npos)
                throw usage_error(fmt::format(
                    "\"{}\" is no SHAPE such as 4096, and no flowgraph, whose name ends "
                    "in .grc",
                    word));
            all.push_back(parse_transform(given, word));
            continue;
        }
        const auto found = read_flowgraph(word);
        all.insert(all.end(), found.transforms.begin(), found.transforms.end());
        for (const auto& why : found.unknown)
            fmt::print(stderr, "gpufft tune: {}: {}\n", word, why);
        if (found.transforms.empty())
            throw usage_error(
                fmt::format("{} has no block of ours whose length can be told", word));
    }
    return all;
}

effort parse_search(const std::string& name)
{
    if (name != "measure" && name != "exhaustive")
        throw usage_error(
            fmt::format("--effort must be measure or exhaustive, got {}", name));
    return parse_effort(name);
}

//! Without those that the device's wisdom speaks of.
std::vector<transform> missing_ones(const std::vector<transform>& asked,
                                    const device_info& on,
                                    call_size rows,
                                    const wisdom_index& book)
{
    std::vector<transform> all;
    for (const auto& request : asked) {
        if (!book.of_device(device_key_of(on), to_string(request), rows))
            all.push_back(request);
    }
    return all;
}

//! A line that is written over.
void show_progress(const tuning_progress& p)
{
    fmt::print(stderr,
               "\r\x1b[K{} of {}: {}: {} plans, {:.2f} us, best {:.2f} us; {:.0f} s left",
               p.number + 1,
               p.count,
               p.transform,
               p.timed,
               1e6 * p.before_s,
               1e6 * p.best_s,
               std::max(0.0, p.budget_s - p.spent_s));
    std::fflush(stderr);
}

using row = std::array<std::string, 8>;

row row_of(const tuned& t)
{
    if (!t.failure.empty())
        return { t.transform,
                 "-",
                 "-",
                 "-",
                 "-",
                 "-",
                 std::to_string(t.timed),
                 std::to_string(t.known) };
    const auto us = [](double s) { return s > 0 ? fmt::format("{:.2f}", 1e6 * s) : "-"; };
    return { t.transform,
             std::to_string(t.batch),
             us(t.before_s),
             us(t.after_s),
             t.before_s > 0 ? fmt::format("{:.2f}", t.before_s / t.after_s) : "-",
             fmt::format("{:.1f}", 1e-9 * t.call_bytes / t.after_s),
             std::to_string(t.timed),
             std::to_string(t.known) };
}

void print_table(const std::vector<tuned>& all)
{
    std::vector<row> rows = {
        { "TRANSFORM", "ROWS", "BEFORE us", "AFTER us", "GAIN", "GB/s", "PLANS", "KNOWN" }
    };
    for (const auto& t : all)
        rows.push_back(row_of(t));
    std::array<std::size_t, std::tuple_size<row>::value> widths = {};
    for (const auto& r : rows)
        for (std::size_t i = 0; i < r.size(); ++i)
            widths[i] = std::max(widths[i], r[i].size());
    for (const auto& r : rows) {
        fmt::print("{:<{}}", r[0], widths[0]);
        for (std::size_t i = 1; i < r.size(); ++i)
            fmt::print("  {:>{}}", r[i], widths[i]);
        fmt::print("\n");
    }
}

void print_json(const std::vector<tuned>& all)
{
    for (const auto& t : all) {
        const nlohmann::ordered_json line = {
            { "transform", t.transform },   { "rows", t.batch },
            { "before_s", t.before_s },     { "after_s", t.after_s },
            { "is_few", t.is_small_batch }, { "bytes", t.call_bytes },
            { "plans", t.timed },           { "known", t.known },
            { "complete", t.is_complete },  { "before", t.before },
            { "after", t.after },           { "failure", t.failure }
        };
        fmt::print("{}\n", line.dump());
    }
}

} // namespace

int cmd_tune(const arguments& args)
{
    const options given(args, known_options());
    if (given.answer(help().c_str()))
        return DONE;
    if (given.rest().empty())
        throw usage_error("no SHAPE is given, e.g. gpufft tune 4096");
    auto asked = asked_for(given, given.rest());
    tuning_settings settings;
    settings.how = parse_search(given.text("effort", "measure"));
    settings.rows =
        static_cast<std::uint32_t>(given.number("rows", 1, MOST_ROWS).value_or(0));
    const auto seconds = given.positive("budget", MOST_SECONDS);

    const auto on = open_device(given.text("device", "auto"));
    auto& kept = wisdom_store::of_user();
    if (given.has("missing"))
        asked = missing_ones(asked,
                             on->info(),
                             settings.rows ? call_size::few : call_size::many,
                             *kept.book());
    settings.budget_s =
        seconds.value_or(SECONDS_EACH * static_cast<double>(asked.size()));
    settings.stop = [] { return s_stop != 0; };
    settings.probes_first = true;
    settings.fresh = given.has("fresh");
    const bool is_watched = ::isatty(STDERR_FILENO);
    if (is_watched)
        settings.report = show_progress;
    const stop_on_interrupt while_it_runs;
    const auto all = tune(asked, on, kept, settings);
    if (is_watched)
        fmt::print(stderr, "\r\x1b[K");

    if (given.has("json"))
        print_json(all);
    else
        print_table(all);
    const auto is_failed = [](const tuned& t) { return !t.failure.empty(); };
    const auto failed = std::find_if(all.begin(), all.end(), is_failed);
    if (failed != all.end())
        throw device_error(fmt::format("{}: {}", failed->transform, failed->failure));
    return DONE;
}

} // namespace gpufft::app
