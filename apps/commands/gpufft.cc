/* SPDX-License-Identifier: GPL-3.0-or-later */
// The program: finds the subcommand, and turns what it throws into one line and an exit
// status.
#include "apps/options/command.h"
#include "apps/options/printable.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <system_error>
#include <cerrno>
#include <cstdio>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft COMMAND [options] ...

FFTs on a GPU or CPU device, with kernels generated for it at run time.

  devices        list the devices there are, and what was not found
  plan           print how a transform is computed
  dump           print the kernels that compute a transform
  tune           search the fastest plans by timing them, and keep them as wisdom
  cache          size and clear compiled kernels, or compile them beforehand
  wisdom         list, export, import, merge and forget what was measured
  process        average spectra of recordings into a survey that can be gone on with
  psd            print or draw the power spectrum of a recording
  show           print what a survey holds, and draw parts of it
  spectrogram    turn a recording into a picture of its power over time
  live           show the spectrum of a radio, a recording or a pipe while it comes
  bench          measure flowgraphs beside in-tree blocks, and kernels beside cuFFT
  help COMMAND   the same as gpufft COMMAND --help

  -h, --help     print this and exit
      --version  print the version and exit

Examples:
  gpufft devices
  gpufft plan --kind r2c 640x480
  gpufft dump --dialect cuda 4096
  gpufft tune 1024 4096
  gpufft process capture.sigmf-meta --out capture.zarr
  gpufft show capture.zarr --png capture.png
  gpufft spectrogram capture.sigmf-meta -o capture.png
  gpufft live soapy=driver=rtlsdr --freq 100M
  gpufft bench --flowgraph --quick
  gpufft bench --suite peers --json peers.json

Exit status: 0 done, 1 bad arguments or no plan, 2 device failed.
)";

struct command {
    const char* name;
    int (*run)(const arguments& args);
};

const command COMMANDS[] = {
    { "devices", cmd_devices },
    { "plan", cmd_plan },
    { "dump", cmd_dump },
    { "tune", cmd_tune },
    { "wisdom", cmd_wisdom },
    { "process", cmd_process },
    { "psd", cmd_psd },
    { "show", cmd_show },
    { "spectrogram", cmd_spectrogram },
    { "live", cmd_live },
    { "bench", cmd_bench },
    { "cache", cmd_cache },
};

const command& command_named(const std::string& name)
{
    if (name.rfind('-', 0) == 0)
        throw usage_error(fmt::format("unknown option \"{}\"", name));
    std::string names;
    for (const auto& c : COMMANDS) {
        if (name == c.name)
            return c;
        names += (names.empty() ? "" : ", ") + std::string(c.name);
    }
    throw usage_error(fmt::format("unknown command \"{}\"; there are {}", name, names));
}

//! One line on stderr, whatever line breaks the text or a file's name holds.
void complain(const std::string& who, const std::string& text)
{
    fmt::print(stderr, "{}: {}\n", who, printable(text));
}

//! Calls \p run and reports what it throws as \p who.
int report(const std::string& who, int (*run)(const arguments&), const arguments& args)
{
    try {
        const int status = run(args);
        // A full disk shows when the last of the results is written, not before.
        if (std::fflush(stdout) != 0)
            throw std::system_error(errno, std::generic_category(), "results");
        return status;
    } catch (const usage_error& e) {
        complain(who, fmt::format("{}; see {} --help", e.what(), who));
        return BAD_ARGUMENTS;
    } catch (const expression_error& e) {
        complain(who, e.what());
        return BAD_ARGUMENTS;
    } catch (const device_error& e) {
        std::fflush(stdout);
        complain(who, e.what());
        return DEVICE_FAILED;
    } catch (const build_error& e) {
        complain(who, e.what());
        return DEVICE_FAILED;
    } catch (const std::system_error& e) {
        // Printing throws it; everything else that can fail has a kind of its own.
        complain(who, "cannot write results: " + e.code().message());
        return BAD_ARGUMENTS;
    } catch (const std::exception& e) {
        complain(who, e.what());
        return BAD_ARGUMENTS;
    }
}

int print_help(const arguments&)
{
    fmt::print("{}", HELP);
    return DONE;
}

int print_version(const arguments&)
{
    fmt::print("gpufft {}\n", GPUFFT_VERSION);
    return DONE;
}

//! gpufft help [COMMAND]
int cmd_help(const arguments& args)
{
    if (args.size() > 1)
        throw usage_error("help takes one COMMAND");
    if (args.empty() || args[0] == "help" || args[0] == "--help" || args[0] == "-h")
        return print_help(args);
    const auto& wanted = command_named(args[0]);
    return report(std::string("gpufft ") + wanted.name, wanted.run, { "--help" });
}

//! What the first word asks for.
int run_command(const arguments& args)
{
    if (args.empty())
        throw usage_error("no command is given");
    const arguments rest(args.begin() + 1, args.end());
    if (args[0] == "-h" || args[0] == "--help")
        return print_help(rest);
    if (args[0] == "--version")
        return print_version(rest);
    if (args[0] == "help")
        return cmd_help(rest);
    const auto& wanted = command_named(args[0]);
    return report(std::string("gpufft ") + wanted.name, wanted.run, rest);
}

} // namespace

} // namespace gpufft::app

int main(int argc, char** argv)
{
    return gpufft::app::report(
        "gpufft", gpufft::app::run_command, { argv + 1, argv + argc });
}
