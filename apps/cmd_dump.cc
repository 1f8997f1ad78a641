/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft dump: the kernels of a transform as text.
#include "apps/output_files.h"
#include "apps/plan_options.h"
#include "codegen/generate.h"
#include <fmt/format.h>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft dump [options] LENGTH[xBATCH]

Print the kernels that compute a transform, a pass each, in order. They serve every
BATCH, so it changes nothing. No device is needed.

      --dialect NAME       opencl or cuda (default opencl)
  -o, --output DIR         write each kernel to a file in DIR instead, made where it is
                           not there, and print the files' names
      --inverse            inverse transform (default forward)
      --real-input         the input is real (default complex)
      --windowed           the input is multiplied by a window
      --in-place           the output overwrites the input
      --input-rotation N   input point n is read from place (n + N) mod LENGTH
      --output-rotation N  output point k is written to place (k + N) mod LENGTH
      --norm NAME          none, by_length or orthonormal (default none)
  -d, --device NAME        plan for that device: auto, or a name that `gpufft devices`
                           prints (default: plan for no device, with the limits below)
      --cpu                plan for a CPU device
      --local-memory BYTES
                           local memory of a workgroup (default 32768)
      --max-work-items N   work-items in a workgroup (default 256)
      --registers N        registers of a work-item (default 64)
      --subgroup N         work-items that run in lock step (default 32; CPU: 1)
      --vector-width N     floats in a vector of a CPU device (default 1)
      --compute-units N    of a CPU device (default 1)
  -h, --help               print this and exit
      --version            print the version and exit

Limits from --cpu to --compute-units change those of --device. Each kernel begins with
the command that prints it again.

Examples:
  gpufft dump 4096
  gpufft dump --device auto --inverse --norm by_length 1000
  gpufft dump --dialect cuda --output kernels 1048576

Exit status: 0 done, 1 bad arguments or no plan, 2 no such device.
)";

const dialect& parse_dialect(const std::string& name)
{
    if (name != "opencl" && name != "cuda")
        throw usage_error(fmt::format("--dialect must be opencl or cuda, got {}", name));
    return dialect_named(name);
}

void write_files(const std::vector<kernel_source>& sources, const std::string& folder)
{
    make_folder(folder);
    for (const auto& source : sources) {
        const auto path = fmt::format("{}{}{}.{}",
                                      folder,
                                      folder.back() == '/' ? "" : "/",
                                      source.name,
                                      source.suffix);
        write_whole_file(path, source.text);
        fmt::print("{}\n", path);
    }
}

void print_texts(const std::vector<kernel_source>& sources)
{
    const char* separator = "";
    for (const auto& source : sources) {
        fmt::print("{}{}", separator, source.text);
        separator = "\n";
    }
}

} // namespace

int cmd_dump(const arguments& args)
{
    const options given(args,
                        plan_options_and({ { "dialect", true }, { "output,o", true } }));
    if (given.answer(HELP))
        return DONE;
    if (given.rest().size() != 1) {
        throw usage_error(fmt::format(
            "one LENGTH is needed, got {}, e.g. gpufft dump 4096", given.rest().size()));
    }

    const auto& to = parse_dialect(given.text("dialect", "opencl"));
    const auto what = parse_transform(given, parse_sized_batch(given.rest()[0]).length);
    validate(what);
    const auto used = choose_limits(given, unsaid::no_device);
    const auto sources = generate_kernels(choose_plan(what, used.limits), to);
    if (given.has("output"))
        write_files(sources, given.text("output", ""));
    else
        print_texts(sources);
    return DONE;
}

} // namespace gpufft::app
