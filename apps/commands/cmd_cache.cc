/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft cache: how large the compiled kernels on disk are, away with them, and kernels
// compiled before anybody waits for them.
#include "apps/files/grc_file.h"
#include "apps/files/python_program.h"
#include "apps/options/transform_options.h"
#include "base/env.h"
#include "device/interface/registry.h"
#include "device/kernels/cache_sweep.h"
#include "device/kernels/kernel_cache.h"
#include "exec/self_test/tested_executor.h"
#include <fmt/format.h>
#include <gpufft/effort.h>
#include <gpufft/error.h>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft cache size
       gpufft cache clear
       gpufft cache warm [options] SHAPE|FLOWGRAPH.grc...

The cache keeps compiled kernels, so that only their first use waits for a compiler. It
is the folder gpufft/kernels of $XDG_CACHE_HOME, else of ~/.cache, holds 512 MiB at most
or what $GPUFFT_KERNEL_CACHE_MIB says, and drops what was used the longest ago.

  size     print where it is, how many kernels it holds, and how many bytes
  clear    remove the kernels; programs that run go on with those they have
  warm     compile and test the kernels of each transform, and of the blocks of each
           flowgraph, so that the next program finds them; print how long each took

Options of warm:
)";

const char HELP_AFTER[] = R"(
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
  -h, --help               print this and exit
      --version            print the version and exit

A flowgraph is generated and made, not started: what it opens when it is made, such as a
radio or a file, must be there. Its blocks name their devices themselves, and --device
is for those that say auto.

Examples:
  gpufft cache size
  gpufft cache warm 1024 4096
  gpufft cache warm --device cuda:0 receiver.grc

Exit status: 0 done, 1 bad arguments or a cache that is switched off, 2 device failed.
)";

std::string help() { return std::string(HELP_BEFORE) + TRANSFORM_HELP + HELP_AFTER; }

std::vector<option> known_options()
{
    std::vector<option> all = { { "device,d", true } };
    all.insert(all.end(), TRANSFORM_OPTIONS.begin(), TRANSFORM_OPTIONS.end());
    return all;
}

//! \throws usage_error  nothing is kept
std::string folder()
{
    const auto found = kernel_cache::default_folder();
    if (found.empty())
        throw usage_error("no kernels are kept: there is no folder for them, or "
                          "$GPUFFT_KERNEL_CACHE_MIB is 0");
    return found;
}

std::string mebibytes(std::uintmax_t bytes)
{
    return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

void expect_no_more(const char* verb, const options& given)
{
    if (given.rest().size() > 1 || !names_given(given, known_options()).empty())
        throw usage_error(fmt::format("{} takes no arguments", verb));
}

void print_size(const options& given)
{
    expect_no_more("size", given);
    const auto path = folder();
    const auto held = usage_of_cache(path);
    fmt::print("{}: {} kernels, {} of at most {}\n",
               path,
               held.kernels,
               mebibytes(held.bytes),
               mebibytes(kernel_cache::default_most_bytes()));
}

void clear(const options& given)
{
    expect_no_more("clear", given);
    const auto path = folder();
    const auto [removed, left] = clear_cache(path);
    fmt::print(
        "{}: {} kernels, {} removed\n", path, removed.kernels, mebibytes(removed.bytes));
    if (left > 0)
        throw std::runtime_error(
            fmt::format("{}: {} kernels cannot be removed", path, left));
}

void warm_transforms(const std::vector<transform>& asked, const std::string& device)
{
    const auto on = open_device(device);
    for (const auto& request : asked) {
        const auto began = std::chrono::steady_clock::now();
        build_with_fallback_executor(request, on, default_effort());
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - began;
        fmt::print("{}: {:.0f} ms\n", to_string(request), took.count());
        std::fflush(stdout);
    }
}

void warm(const options& given)
{
    folder();
    std::vector<transform> transforms;
    arguments flowgraphs;
    for (std::size_t i = 1; i < given.rest().size(); ++i) {
        const auto& word = given.rest()[i];
        if (names_flowgraph(word))
            flowgraphs.push_back(word);
        else
            transforms.push_back(parse_transform(given, word));
    }
    if (transforms.empty() && flowgraphs.empty())
        throw usage_error("warm needs a SHAPE or a FLOWGRAPH.grc");
    const auto device = given.text("device", "auto");
    if (!transforms.empty())
        warm_transforms(transforms, device);
    if (!flowgraphs.empty()) {
        if (device != "auto")
            env::set("GPUFFT_DEVICE", device.c_str());
        become_python("warm_flowgraph", flowgraphs);
    }
}

struct verb {
    const char* name;
    void (*run)(const options& given);
};

const verb VERBS[] = { { "size", print_size }, { "clear", clear }, { "warm", warm } };

} // namespace

int cmd_cache(const arguments& args)
{
    const options given(args, known_options());
    if (given.answer(help().c_str()))
        return DONE;
    const auto wanted = given.rest().empty() ? "" : given.rest()[0];
    for (const auto& v : VERBS) {
        if (wanted != v.name)
            continue;
        v.run(given);
        return DONE;
    }
    throw usage_error(fmt::format("there are size, clear and warm, got {}",
                                  wanted.empty() ? "none of them" : '"' + wanted + '"'));
}

} // namespace gpufft::app
