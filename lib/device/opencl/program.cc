/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/interface/device_choice.h"
#include "device/kernels/compiler_call.h"
#include "device/kernels/kernel_files.h"
#include "device/opencl/limits.h"
#include "device/opencl/pocl.h"
#include "device/opencl/pocl_builtins.h"
#include "device/opencl/pocl_folder.h"
#include "device/opencl/program.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <optional>

namespace gpufft::opencl {

namespace {

std::string log_of(const cl::Program& program, const opencl_device& on)
{
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(on.handle());
    } catch (const cl::Error& error) {
        return fmt::format("the driver gave no build log: {}", describe(error));
    }
}

// Drivers refuse binaries of other versions, which the key should have told apart, and
// some that they wrote themselves; what they say then helps nobody.
std::optional<cl::Program> from_binary(const opencl_device& on,
                                       const kernel_cache::bytes& binary)
{
    try {
        cl::Program program(on.context(), { on.handle() }, { binary });
        program.build({ on.handle() }, on.build_options().c_str());
        return program;
    } catch (const cl::Error&) {
        return std::nullopt;
    }
}

cl::Program from_text(const opencl_device& on, const kernel_source& source)
{
    auto program = checked([&] { return cl::Program(on.context(), source.text); });
    try {
        program.build({ on.handle() }, on.build_options().c_str());
    } catch (const cl::Error& error) {
        if (error.err() != CL_BUILD_PROGRAM_FAILURE)
            throw device_error(describe(error, " of " + source.name));
        throw build_error(refusal_text(source,
                                       "the OpenCL compiler of " + label_of(on.info()),
                                       log_of(program, on)));
    }
    return program;
}

// PoCL 3.1 puts a work-group function of any size into the binary, which it compiles
// for that, once; the one of our size, compiled at the first launch, comes from PoCL's
// own cache later on. From this binary a start is faster than from the text and PoCL's
// cache. Tried instead: asking after the first launch, which gains nothing while that
// cache is there, and keeping an unlinked object, which must be linked at each start.
// Other drivers answer at once.
// A driver that gives no binary costs time at the next start, nothing else. Nor is one
// asked that is to keep its kernels alone: many short ones built at once are then there
// sooner, and a later start takes longer. Times: see measurements.md,
// "Binaries of PoCL's kernels".
kernel_cache::bytes binary_of(const cl::Program& program)
{
    if (env::kernel_cache() == "driver")
        return {};
    try {
        return program.getInfo<CL_PROGRAM_BINARIES>().at(0);
    } catch (const cl::Error&) {
        return {};
    }
}

//! Programs for it begin with few declarations, and its kernels have names of their own.
bool is_tried_pocl(const opencl_device& on)
{
    return is_pocl(on.info().platform) && was_tried(on.info().driver);
}

//! The name of the kernel of \p source, whose key in the cache is \p key, for PoCL, which
//! names the library after it that it compiles.
std::string unique_name(const kernel_source& source, const std::string& key)
{
    return source.name + "_" + key.substr(0, 16);
}

// A kernel that calls what is not declared is built as other compilers build it.
std::optional<cl::Program> with_few_declarations(const opencl_device& on,
                                                 const kernel_source& source,
                                                 const std::string& name)
{
    try {
        cl::Program program(on.context(),
                            fmt::format("#define {} {}\n{}{}",
                                        source.name,
                                        name,
                                        DECLARED_BUILTINS,
                                        source.text));
        program.build({ on.handle() },
                      (on.build_options() + " " + WITHOUT_DECLARATIONS).c_str());
        return program;
    } catch (const cl::Error&) {
        return std::nullopt;
    }
}

bool is_called(const cl::Program& program, const std::string& kernel)
{
    try {
        return program.getInfo<CL_PROGRAM_KERNEL_NAMES>() == kernel;
    } catch (const cl::Error&) {
        return false;
    }
}

//! A compiler that finds its disk full while it writes may end the process.
void check_room(const opencl_device& on, const kernel_source& source)
{
    const auto folder = pocl_folder_in_use();
    if (is_pocl(on.info().platform) && !folder.empty() && is_full(folder))
        throw device_error(
            fmt::format("{} cannot compile {}: {} is full; make room there, or name "
                        "another folder in $POCL_CACHE_DIR",
                        label_of(on.info()),
                        source.name,
                        folder));
}

} // namespace

std::string compiler_of(const opencl_device& on)
{
    const auto folder = is_pocl(on.info().platform) ? pocl_folder_in_use() : "";
    return "the compiler of " + label_of(on.info()) +
           (folder.empty() ? "" : ", which writes to " + folder);
}

built_program build_program(const opencl_device& on,
                            const kernel_source& source,
                            const kernel_cache& cache)
{
    const bool is_tried = is_tried_pocl(on);
    const auto options =
        on.build_options() + (is_tried ? std::string(" ") + WITHOUT_DECLARATIONS : "");
    const auto key = kernel_cache::key_of(source.text, on.info(), options);
    const auto name = unique_name(source, key);
    const compiler_call now(compiler_of(on));
    std::optional<cl::Program> program;
    if (const auto binary = cache.load(key))
        program = from_binary(on, *binary);
    if (!program) {
        check_room(on, source);
        say_compiling();
        if (is_tried)
            program = with_few_declarations(on, source, name);
        if (!program)
            program = from_text(on, source);
        const auto binary =
            cache.takes_more() ? binary_of(*program) : kernel_cache::bytes();
        if (!binary.empty())
            cache.store(key, binary);
    }
    dump_kernel(source, log_of(*program, on));
    return { *program, is_tried && is_called(*program, name) ? name : source.name };
}

} // namespace gpufft::opencl
