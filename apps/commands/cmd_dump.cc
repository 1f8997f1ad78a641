/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft dump: the kernels of a transform as text.
#include "apps/files/output_files.h"
#include "apps/options/limit_options.h"
#include "apps/options/transform_options.h"
#include "codegen/generate/generate.h"
#include "plan/choice/plan_choice.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <utility>

namespace gpufft::app {

namespace {

const char HELP_BEFORE[] = R"(usage: gpufft dump [options] SHAPE
       gpufft dump [options] --plan LINE

Print the kernels that compute a transform, a pass each, in order. They serve batches of
any size. No device is needed.

      --plan LINE          the kernels of that plan, as gpufft plan --full prints it,
                           instead of a transform's; from --kind on nothing may be said
      --dialect NAME       opencl, cuda, or pocl: OpenCL C as it is built for PoCL,
                           whose launches are enqueued in parts (default opencl)
  -o, --output DIR         write each kernel to a file in DIR instead, made where it is
                           not there, and print the files' names
)";

const char HELP_BETWEEN[] = R"(
  -d, --device NAME        plan for that device: auto, or a name that `gpufft devices`
                           prints (default: plan for no device, with the limits below)
)";

const char HELP_AFTER[] = R"(  -h, --help               print this and exit
      --version            print the version and exit

Limits from --cpu to --compute-units change those of --device. Each kernel begins with
the command that prints it again. Where the library knew the plan, for this transform or
for a relative, a line on stderr says so.

Examples:
  gpufft dump 4096
  gpufft dump --kind dct2 --precision float64 1024
  gpufft dump --dialect cuda --output kernels 64x64
  gpufft dump --plan "c2c forward 64: stockham | 8.8"

Exit status: 0 done, 1 bad arguments or no plan, 2 no such device.
)";

std::string help()
{
    return std::string(HELP_BEFORE) + TRANSFORM_HELP + HELP_BETWEEN + LIMIT_HELP +
           HELP_AFTER;
}

std::vector<option> known_options()
{
    std::vector<option> all = { { "plan", true },
                                { "dialect", true },
                                { "output,o", true } };
    all.insert(all.end(), TRANSFORM_OPTIONS.begin(), TRANSFORM_OPTIONS.end());
    all.insert(all.end(), LIMIT_OPTIONS.begin(), LIMIT_OPTIONS.end());
    return all;
}

const dialect& parse_dialect(const std::string& name)
{
    for (const auto* d : { &opencl_dialect(), &cuda_dialect(), &pocl_dialect() })
        if (name == d->name)
            return *d;
    throw usage_error(
        fmt::format("--dialect must be opencl, cuda or pocl, got {}", name));
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

//! A plan says all: what else is said would be ignored.
plan parse_only_plan(const options& given)
{
    auto others = given.rest();
    for (const auto* group : { &TRANSFORM_OPTIONS, &LIMIT_OPTIONS }) {
        for (const auto& name : names_given(given, *group))
            others.push_back("--" + name);
    }
    if (!others.empty()) {
        throw usage_error(fmt::format("--plan says all of a plan, and {} is given, too",
                                      others.front()));
    }
    return parse_plan(given.text("plan", ""));
}

plan plan_of(const options& given)
{
    if (given.has("plan"))
        return parse_only_plan(given);
    if (given.rest().size() != 1) {
        throw usage_error(fmt::format(
            "one SHAPE is needed, got {}, e.g. gpufft dump 4096", given.rest().size()));
    }
    const auto request = parse_transform(given, given.rest()[0]);
    auto chosen = choose_plan_without_wisdom(
        request, choose_limits(given, unsaid::no_device).limits);
    if (chosen.from != plan_origin::model)
        fmt::print(stderr, "gpufft dump: {}: {}\n", to_string(request), chosen.says);
    return std::move(chosen.result);
}

} // namespace

int cmd_dump(const arguments& args)
{
    const options given(args, known_options());
    if (given.answer(help().c_str()))
        return DONE;
    const auto name = given.text("dialect", "opencl");
    const auto& to = parse_dialect(name);
    const auto sources = generate_kernels(plan_of(given), to);
    if (given.has("output"))
        write_files(sources, given.text("output", ""));
    else
        print_texts(sources);
    return DONE;
}

} // namespace gpufft::app
