/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/output_files.h"
#include "apps/files/python_program.h"
#include "apps/options/transform_options.h"
#include "bench/measure/clocks.h"
#include "bench/suites/suite.h"
#include "bench/suites/transform_bench.h"
#include "bench/timers/transform_timer.h"
#include "device/interface/registry.h"
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdio>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

const char HELP_BEFORE[] = R"(usage: gpufft bench [--transforms] [options] SHAPE...

Time transforms on one device: data that stay there, and from host memory to host memory,
copies included. In turn with them cuFFT's and clFFT's on the device and FFTW's on the
host (as many threads as the CPU device has, else all), where these are installed and
have such a transform: forward c2c, r2c and dct2, unscaled, packed and in float32.

)";

const char HELP_AFTER[] = R"(
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --batch N            transforms of a call (default: as many as read 32 MiB, on GPUs
                           256 MiB)
      --rounds N           timings of each, of which the median counts (default 20)
      --json               one JSON object instead of a table
      --plot FILE          a picture of it as well, a PNG
  -h, --help               print this and exit
      --version            print the version and exit

GFLOP/s count 5 N log2 N operations for N complex points and half of that where a side is
real, however they are computed. "of copy" is the part of a copy's rate, within the
device, that inputs and outputs come to. "faster" is the peer's time over ours: cuFFT's
and clFFT's beside data on the device, FFTW's beside data of the host; with a question
mark FFTW did not end measuring plans in the 10 seconds that it is given. clFFT runs in a
process of its own, so where it crashes or hangs the table says "failed".

Examples:
  gpufft bench 4096 480 1000x1000
  gpufft bench --kind r2c --batch 1 65536
  gpufft bench --json 64 256 1024 > times.json

Exit status: 0 done, 1 bad arguments, 2 device failed, 3 a transform failed.
)";

std::vector<option> known_options()
{
    std::vector<option> all = { { "transforms", false }, { "device,d", true },
                                { "batch", true },       { "rounds", true },
                                { "json", false },       { "plot", true } };
    all.insert(all.end(), TRANSFORM_OPTIONS.begin(), TRANSFORM_OPTIONS.end());
    return all;
}

using row = std::array<std::string, 12>;

const row HEAD = { "TRANSFORM", "BATCH", "us",      "GFLOP/s", "GB/s",    "OF COPY",
                   "CUFFT",     "CLFFT", "HOST us", "GFLOP/s", "FFTW us", "FASTER" };

std::string number(const ordered_json& value, int digits)
{
    return value.is_null() ? "-" : fmt::format("{:.{}f}", value.get<double>(), digits);
}

//! Times ours takes \p theirs; "-" where they are none.
std::string faster(const ordered_json& theirs, const ordered_json& ours)
{
    if (theirs.is_null())
        return "-";
    return fmt::format("{:.2f}", theirs.get<double>() / ours.get<double>());
}

row row_of(const ordered_json& t)
{
    const bool has_failed = t.contains("clfft_failure");
    const auto cut = t.value("fftw_cut_short", false) ? "?" : "";
    return { t.at("transform").get<std::string>(),
             std::to_string(t.at("batch").get<std::uint32_t>()),
             number(t.at("us"), 2),
             number(t.at("gflops"), 2),
             number(t.at("gb_per_s"), 2),
             number(t.at("of_copy"), 3),
             faster(t.at("cufft_us"), t.at("us")),
             has_failed ? "failed" : faster(t.at("clfft_us"), t.at("us")),
             number(t.at("host_us"), 2),
             number(t.at("host_gflops"), 2),
             number(t.at("fftw_us"), 2),
             faster(t.at("fftw_us"), t.at("host_us")) + cut };
}

std::string table_of(const ordered_json& all)
{
    std::vector<row> rows = { HEAD };
    std::string failures;
    for (const auto& t : all.at("transforms")) {
        if (t.contains("failure"))
            failures += fmt::format("{}: {}\n",
                                    t.at("transform").get<std::string>(),
                                    t.at("failure").get<std::string>());
        else
            rows.push_back(row_of(t));
        if (t.contains("clfft_failure"))
            failures += fmt::format("{}: clFFT failed: {}\n",
                                    t.at("transform").get<std::string>(),
                                    t.at("clfft_failure").get<std::string>());
    }
    std::array<std::size_t, std::tuple_size<row>::value> widths = {};
    for (const auto& r : rows)
        for (std::size_t i = 0; i < r.size(); ++i)
            widths[i] = std::max(widths[i], r[i].size());
    const auto peer = [&](const char* name, const char* shown) {
        const auto version = all.at(name).get<std::string>();
        return version.empty()
                   ? fmt::format("; {} is absent: {}",
                                 shown,
                                 all.at(fmt::format("no_{}", name)).get<std::string>())
                   : fmt::format("; {} {}", shown, version);
    };
    auto result = fmt::format("{} ({}){}{}{}\n\n",
                              all.at("device").get<std::string>(),
                              all.at("platform").get<std::string>(),
                              peer("fftw", "FFTW"),
                              peer("cufft", "cuFFT"),
                              peer("clfft", "clFFT"));
    for (const auto& r : rows) {
        result += fmt::format("{:<{}}", r[0], widths[0]);
        for (std::size_t i = 1; i < r.size(); ++i)
            result += fmt::format("  {:>{}}", r[i], widths[i]);
        result += "\n";
    }
    return result + failures;
}

ordered_json about(const device_info& on, const transform_timer& timer, int rounds)
{
    const auto clocks = read_clocks(on);
    return { { "device", on.product },
             { "platform", on.platform },
             { "driver", on.driver },
             { "gpufft", GPUFFT_VERSION },
             { "clocks",
               { { "cores_mhz", clocks.cores_mhz },
                 { "memory_mhz", clocks.memory_mhz },
                 { "most_cores_mhz", clocks.most_cores_mhz } } },
             { "fftw", timer.fftw_version() },
             { "no_fftw", timer.why_no_fftw() },
             { "fftw_threads", timer.threads() },
             { "cufft", timer.cufft_version() },
             { "no_cufft", timer.why_no_cufft() },
             { "clfft", timer.clfft_version() },
             { "no_clfft", timer.why_no_clfft() },
             { "rounds", rounds },
             { "transforms", ordered_json::array() } };
}

std::string text_of(const ordered_json& all)
{
    // Drivers' texts need not be UTF-8.
    return all.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

//! Goes on as the program that draws, which reads \p all from a file that is gone when it
//! ends, and ends with \p status.
[[noreturn]] void draw(const ordered_json& all, const std::string& path, int status)
{
    auto* results = std::tmpfile();
    const auto text = text_of(all);
    if (!results || std::fwrite(text.data(), 1, text.size(), results) != text.size() ||
        std::fflush(results) != 0)
        throw std::runtime_error("cannot write what was measured to a temporary file");
    const int kept = dup(fileno(results)); // across exec
    std::fflush(stdout);
    become_python("transform_bench_plot",
                  { fmt::format("/dev/fd/{}", kept), path, std::to_string(status) });
}

void check_plot(const std::string& path)
{
    const std::string suffix = ".png";
    if (path.size() <= suffix.size() ||
        path.compare(path.size() - suffix.size(), suffix.size(), suffix) != 0)
        throw usage_error(fmt::format(
            "--plot {0}: pictures are PNG files; --plot {0}.png works", path));
    check_folder_of(path);
    if (!has_python_programs())
        throw usage_error("--plot needs the Python package gnuradio.gpufft, which this "
                          "build is without; --json has the numbers");
}

} // namespace

int run_transform_bench(const arguments& args)
{
    const options given(args, known_options());
    const auto help = std::string(HELP_BEFORE) + TRANSFORM_HELP + HELP_AFTER;
    if (given.answer(help.c_str()))
        return DONE;
    if (given.has("plot"))
        check_plot(given.text("plot", ""));
    if (given.rest().empty())
        throw usage_error("no SHAPE is given, e.g. gpufft bench --transforms 4096");
    std::vector<transform> asked;
    for (const auto& shape : given.rest())
        asked.push_back(parse_transform(given, shape));
    transform_rules rules;
    rules.batch =
        static_cast<std::uint32_t>(given.number("batch", 1, 1 << 30).value_or(0));
    rules.rounds =
        static_cast<int>(given.number("rounds", 1, 100000).value_or(rules.rounds));

    const auto name = given.text("device", "auto");
    const auto on = open_device(name);
    transform_timer timer(on, name, rules);
    auto all = about(on->info(), timer, rules.rounds);
    for (const auto& request : asked)
        all["transforms"].push_back(timer.measure(request));
    fmt::print("{}", given.has("json") ? text_of(all) + "\n" : table_of(all));
    const auto& done = all["transforms"];
    const bool all_done = std::none_of(
        done.begin(), done.end(), [](const auto& t) { return t.contains("failure"); });
    const int status = all_done ? int(DONE) : CASE_FAILED;
    if (given.has("plot"))
        draw(all, given.text("plot", ""), status);
    return status;
}

} // namespace gpufft::app
