/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft process: recordings to a survey of averaged spectra, which can be gone on with.
#include "apps/files/shared_runs.h"
#include "apps/options/options.h"
#include "apps/options/survey_options.h"
#include "recordings/files/mapped_file.h"
#include "survey/run/survey_run.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <csignal>

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft process [options] INPUT... --out SURVEY

Average the power spectra of recordings, in one pass of their samples through a device,
into arrays of Zarr that xarray opens. INPUT is SigMF (a file, base name, archive or
collection), sound (WAV, RF64, FLAC, ...), a channel of Digital RF, GUPPI RAW (.raw), VDIF
(.vdif), a raw file, a folder or pattern of these, or - for a pipe.

  -o, --out SURVEY         the folder; the same command goes on where one was stopped
)";

const char HELP_AFTER[] =
    R"(  -d, --device NAME,...    auto, or names that `gpufft devices` prints; several work side
                           by side (default auto)
      --follow             the files (raw, or pairs of SigMF) still grow: goes on as they
                           do, a chunk of rows at a time, until Ctrl-C; --voltages,
                           --pyramid and --events come when --quiet ends it
      --watch              each INPUT is a folder: takes up recordings as they become
                           complete, until Ctrl-C
      --quiet SECONDS      ends following and watching, with what is left, when nothing
                           has grown or come for so long
      --settle SECONDS     of --watch: a file that nobody was seen to close, as in a
                           folder on a network, is complete when it stayed the same for
                           so long (10)
      --slurm TASKS        prints a script for sbatch: an array job of so many tasks that
                           share the work, and does nothing else
      --dask ADDRESS       has the workers of a Dask scheduler share the work; they must
                           see INPUT and SURVEY under the same names
      --dask-resources NAME=N,...
                           what a task takes of a worker's resources, e.g. GPU=1
      --json               a JSON object a line, for programs: progress, problems, the end
  -h, --help               print this and exit
      --version            print the version and exit

A row is an average of frames without a gap or a change of frequency among them. Whatever
stops the work, even kill -9, the same command goes on with what is not done, and the
survey is the same in the end; other settings are refused. Several processes, on hosts
that share the folder, share the work. An input that is damaged is listed at the end and
stops nothing.

Examples:
  gpufft process capture.sigmf-meta --out capture.zarr
  gpufft process recordings/ --length 16384 --statistics mean,max --out all.zarr
  rtl_sdr -f 100M - | gpufft process - --format cu8 --samp-rate 2.048M --out now.zarr
  gpufft process recordings/ --watch --out all.zarr
  gpufft process recordings/ --out all.zarr --slurm 16 | sbatch

  python3 -c 'import xarray; print(xarray.open_zarr("capture.zarr"))'

Exit status: 0 done, 1 bad arguments or no survey, 2 device failed, 3 an input is damaged,
130 stopped by Ctrl-C.
)";

constexpr int INPUT_DAMAGED = 3;
constexpr double LONGEST_WAIT_S = 1e9;
constexpr std::int64_t MOST_TASKS = 100000;

std::atomic<bool> s_stops{ false };
std::atomic<int> s_signal{ 0 };

void stop(int number)
{
    // The second one ends the process at once.
    if (s_stops)
        std::signal(number, SIG_DFL);
    s_stops = true;
    s_signal = number;
}

double share_done(const survey_progress& p)
{
    return p.samples > 0 ? static_cast<double>(p.samples_before + p.samples_done) /
                               static_cast<double>(p.samples)
                         : 0;
}

double rate_of(const survey_progress& p)
{
    return p.seconds > 0 ? static_cast<double>(p.samples_done) / p.seconds : 0;
}

//! Nobody knows it of a pipe, nor before the first samples are done.
double seconds_left(const survey_progress& p)
{
    const double rate = rate_of(p);
    return rate > 0 && p.samples > 0
               ? static_cast<double>(p.samples - p.samples_before - p.samples_done) / rate
               : -1;
}

nlohmann::ordered_json json_of(const survey_progress& p, const char* event)
{
    nlohmann::ordered_json j;
    j["event"] = event;
    j["recordings"] = p.recordings;
    j["samples"] = p.samples;
    j["samples_before"] = p.samples_before;
    j["samples_done"] = p.samples_done;
    j["chunks_done"] = p.chunks_done;
    j["seconds"] = p.seconds;
    j["samples_per_second"] = rate_of(p);
    if (const double left = seconds_left(p); left >= 0)
        j["seconds_left"] = left;
    return j;
}

void print_line(const nlohmann::ordered_json& j)
{
    fmt::print("{}\n", j.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
    std::fflush(stdout);
}

//! What is shown while the work is done: a line that changes, or lines for programs.
class reporter
{
public:
    explicit reporter(bool in_json) : d_in_json(in_json), d_on_terminal(::isatty(2) == 1)
    {
    }

    void operator()(const survey_progress& p)
    {
        if (p.seconds - d_last_s < (d_in_json ? 1.0 : 0.2))
            return;
        d_last_s = p.seconds;
        if (d_in_json)
            print_line(json_of(p, "progress"));
        else if (d_on_terminal && p.seconds > 1)
            show(p);
    }
    void end() const
    {
        if (d_has_shown)
            fmt::print(stderr, "\r\033[K");
    }

private:
    void show(const survey_progress& p)
    {
        d_has_shown = true;
        const double left = seconds_left(p);
        fmt::print(stderr,
                   "\r\033[K{:5.1f} %  {:.4g} MS/s{}",
                   100 * share_done(p),
                   rate_of(p) / 1e6,
                   left >= 0 ? fmt::format("  {:.0f} s left", left) : "");
    }

    bool d_in_json, d_on_terminal, d_has_shown = false;
    double d_last_s = 0;
};

//! What follows the name of the survey.
const char* end_text(const survey_outcome& o, const survey_request& request)
{
    if (!o.was_stopped)
        return "";
    const bool is_pipe = request.inputs == std::vector<std::string>{ "-" };
    return is_pipe ? ", stopped; it holds what had come until then"
                   : ", stopped; the same command goes on";
}

void print_end(const survey_outcome& o, const survey_request& request, bool in_json)
{
    const auto& out = request.out;
    for (const auto& each : o.problems) {
        if (in_json)
            print_line({ { "event", "problem" },
                         { "input", each.input },
                         { "reason", each.reason } });
        else
            fmt::print(stderr, "gpufft process: {}\n", each.reason);
    }
    if (!o.device_failure.empty())
        fmt::print(
            stderr, "gpufft process: went on without a device: {}\n", o.device_failure);
    if (in_json) {
        auto j = json_of(o.end, o.was_stopped ? "stopped" : "done");
        j["survey"] = out;
        j["devices"] = o.devices;
        j["problems"] = o.problems.size();
        print_line(j);
        return;
    }
    fmt::print("survey   {}{}\n", out, end_text(o, request));
    if (!o.devices.empty())
        fmt::print("device   {}\n", fmt::join(o.devices, ", "));
    if (o.end.samples_before > 0)
        fmt::print("before   {} samples had been done\n", o.end.samples_before);
    fmt::print("speed    {:.4g} MS/s ({} samples in {:.3g} s)\n",
               rate_of(o.end) / 1e6,
               o.end.samples_done,
               o.end.seconds);
}

//! When recordings are complete, and what ends the wait for them.
void take_intake(survey_request& request, const options& given)
{
    const bool follows = given.has("follow"), watches = given.has("watch");
    if (follows && watches)
        throw usage_error(
            "--follow is for files, and --watch for folders; give one of them");
    if (given.has("quiet") && !follows && !watches)
        throw usage_error("--quiet is for --follow or --watch; give one of them, too");
    if (given.has("settle") && !watches)
        throw usage_error("--settle is for --watch; give it, too");
    if (follows)
        request.intake = survey_intake::follow;
    if (watches)
        request.intake = survey_intake::watch;
    request.quiet_seconds = given.positive("quiet", LONGEST_WAIT_S).value_or(0);
    request.settle_seconds =
        given.positive("settle", LONGEST_WAIT_S).value_or(request.settle_seconds);
}

survey_request request_of(const options& given)
{
    survey_request request;
    request.inputs = given.rest();
    request.out = given.text("out", "");
    if (request.inputs.empty())
        throw usage_error(
            "no INPUT is given, e.g. gpufft process capture.sigmf-meta --out "
            "capture.zarr");
    if (request.out.empty())
        throw usage_error("no survey is named; give a folder with --out, e.g. --out "
                          "capture.zarr");
    request.settings = parse_survey_settings(given);
    request.devices = split_words(given.text("device", "auto"));
    take_intake(request, given);
    return request;
}

//! What other machines do.
int share(const arguments& args, const options& given, const survey_request& request)
{
    if (!given.has("slurm") && !given.has("dask"))
        throw usage_error("--dask-resources is for --dask; give its ADDRESS, too");
    if (given.has("slurm") && given.has("dask"))
        throw usage_error("--slurm and --dask both share the work; give one of them");
    validate(request.settings);
    if (std::count(request.inputs.begin(), request.inputs.end(), "-") > 0)
        throw usage_error(
            "samples of a pipe cannot be shared; leave out --slurm or --dask");
    if (request.intake == survey_intake::follow)
        throw usage_error(
            "one process follows a file; leave out --follow, or --slurm and --dask");
    const auto rest = without_options(args, { "--slurm", "--dask", "--dask-resources" });
    if (given.has("dask"))
        run_on_dask(rest, given.text("dask", ""), given.text("dask-resources", ""));
    const bool has_gpus = given.text("device", "").find("cuda") != std::string::npos;
    fmt::print(
        "{}",
        slurm_script(rest, *given.number("slurm", 1, MOST_TASKS), request.out, has_gpus));
    return DONE;
}

int status_of(const survey_outcome& o)
{
    if (o.was_stopped)
        return 128 + s_signal;
    return o.problems.empty() ? DONE : INPUT_DAMAGED;
}

} // namespace

int cmd_process(const arguments& args)
{
    std::vector<option> known = { { "out,o", true },  { "device,d", true },
                                  { "json", false },  { "follow", false },
                                  { "watch", false }, { "quiet", true },
                                  { "settle", true }, { "slurm", true },
                                  { "dask", true },   { "dask-resources", true } };
    known.insert(known.end(), AVERAGE_OPTIONS.begin(), AVERAGE_OPTIONS.end());
    known.insert(known.end(), ROW_OPTIONS.begin(), ROW_OPTIONS.end());
    known.insert(known.end(), PRODUCT_OPTIONS.begin(), PRODUCT_OPTIONS.end());
    known.insert(known.end(), VOLTAGE_OPTIONS.begin(), VOLTAGE_OPTIONS.end());
    known.insert(known.end(), READING_OPTIONS.begin(), READING_OPTIONS.end());
    const options given(args, known);
    const auto help = std::string(HELP_BEFORE) + AVERAGE_HELP + ROW_HELP + PRODUCT_HELP +
                      VOLTAGE_HELP + READING_HELP + HELP_AFTER;
    if (given.answer(help.c_str()))
        return DONE;
    const auto request = request_of(given);
    if (given.has("slurm") || given.has("dask") || given.has("dask-resources"))
        return share(args, given, request);
    guard_mappings();
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    reporter report(given.has("json"));
    const auto outcome =
        run_survey(request, s_stops, [&report](const survey_progress& p) { report(p); });
    report.end();
    print_end(outcome, request, given.has("json"));
    return status_of(outcome);
}

} // namespace gpufft::app
