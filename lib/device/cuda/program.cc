/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/program.h"
#include "device/interface/device_choice.h"
#include "device/kernels/kernel_files.h"
#include <fmt/format.h>

namespace gpufft::cuda {

namespace {

std::unique_ptr<program> load(const context& in, const kernel_cache::bytes& image)
{
    return std::make_unique<program>(in, image);
}

// Nothing where the driver refuses what the cache had.
std::unique_ptr<program>
from_cache(const cuda_device& on, const kernel_cache& cache, const std::string& key)
{
    const auto image = cache.load(key);
    if (!image || image->empty())
        return nullptr;
    try {
        return load(on.in(), *image);
    } catch (const failed_driver_call&) {
        return nullptr;
    }
}

compiler::outcome compile(const cuda_device& on, const kernel_source& source)
{
    const auto& by = on.compiles_as();
    if (!by.compiled_by)
        throw device_error(
            fmt::format("{} has no kept kernel like {}, and compiles none: {}",
                        label_of(on.info()),
                        source.name,
                        by.why_no_compiler));
    auto result = by.compiled_by->compile(source.name, source.text, on.target());
    if (!result.is_good)
        throw build_error(refusal_text(
            source,
            fmt::format("NVRTC {} for {}", by.kernels.version, label_of(on.info())),
            result.log));
    return result;
}

//! That there are kernels of this compiler, for when it is gone.
void note_kept(const cuda_device& on, const kernel_cache& cache)
{
    const auto& by = on.compiles_as();
    if (by.compiled_by)
        note_compiler(cache, by.architecture, by.kernels);
}

} // namespace

// The driver reads text until a zero, which an image that is none may lack.
program::program(const context& in, kernel_cache::bytes image) : d_context(in)
{
    image.push_back(0);
    const current_context current(d_context);
    d_context.cu().module_load_data(&d_handle, image.data());
}

program::~program()
{
    release_quietly(d_context, [&](const driver& cu) { cu.module_unload(d_handle); });
}

std::string
key_of(const std::string& text, const std::string& target, const std::string& compiler)
{
    device_info all_that_counts;
    all_that_counts.product = target;
    all_that_counts.platform = "NVRTC " + compiler;
    return kernel_cache::key_of(text, all_that_counts, "");
}

built_program build_program(const cuda_device& on,
                            const kernel_source& source,
                            const kernel_cache& cache)
{
    const auto key = key_of(source.text, on.target(), on.compiles_as().kernels.version);
    if (auto kept = from_cache(on, cache, key)) {
        note_kept(on, cache);
        return { std::move(kept), "" };
    }

    const auto result = compile(on, source);
    cache.store(key, result.image);
    note_kept(on, cache);
    return { checked(
                 on.in().cu(),
                 [&] { return load(on.in(), result.image); },
                 [&] {
                     return fmt::format(" of {}, {} bytes for {}",
                                        source.name,
                                        result.image.size(),
                                        on.target());
                 }),
             result.log };
}

} // namespace gpufft::cuda
