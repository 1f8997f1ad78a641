/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/compile_options.h"
#include "device/cuda/compiler.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <memory>

namespace gpufft::cuda {

namespace {

constexpr int OLDEST_COMPILER = 12;

} // namespace

std::vector<std::string> compiler_files(int driver_version)
{
    std::vector<std::string> files;
    for (int major = driver_version / 1000; major >= OLDEST_COMPILER; --major) {
        // Where the toolkit's own installer puts it, which the loader may not know.
        for (const auto& folder : { std::string(),
                                    std::string("/usr/local/cuda/lib64/"),
                                    fmt::format("/usr/local/cuda-{}/lib64/", major) })
            files.push_back(fmt::format("{}libnvrtc.so.{}", folder, major));
    }
    return files;
}

std::string target_for(int architecture, const std::vector<int>& known)
{
    const auto after = std::upper_bound(known.begin(), known.end(), architecture);
    if (after == known.begin())
        return "";
    const int nearest = *std::prev(after);
    return fmt::format("{}_{}", nearest == architecture ? "sm" : "compute", nearest);
}

compiler::compiler(const std::vector<std::string>& files) : d_library(files)
{
    int count = 0;
    checked(
        [&] {
            d_get_version(&d_major, &d_minor);
            d_get_architecture_count(&count);
            d_architectures.resize(static_cast<std::size_t>(count));
            d_get_architectures(d_architectures.data());
        },
        " of " + d_library.file());
    d_version = fmt::format("{}.{}", d_major, d_minor);
    std::sort(d_architectures.begin(), d_architectures.end());
}

template <typename Call>
void compiler::checked(Call&& call, const std::string& what) const
{
    try {
        call();
    } catch (const failed_call<nvrtcResult>& error) {
        throw device_error(fmt::format("{}{}: {} ({})",
                                       error.name(),
                                       what,
                                       d_get_error_string.ask(error.status()),
                                       static_cast<int>(error.status())));
    }
}

std::string compiler::log_of(nvrtcProgram program) const
{
    std::size_t bytes = 0;
    d_get_log_size(program, &bytes);
    std::string log(bytes, '\0');
    d_get_log(program, log.data());
    return log.substr(0, log.find('\0'));
}

std::vector<unsigned char> compiler::image_of(nvrtcProgram program, bool is_exact) const
{
    std::size_t bytes = 0;
    (is_exact ? d_get_cubin_size : d_get_ptx_size)(program, &bytes);
    std::vector<unsigned char> image(bytes);
    (is_exact ? d_get_cubin : d_get_ptx)(program, reinterpret_cast<char*>(image.data()));
    return image;
}

compiler::outcome compiler::compile(const std::string& name,
                                    const std::string& text,
                                    const std::string& target) const
{
    const auto asked = compile_options(target, d_major, d_minor);
    std::vector<const char*> options;
    for (const auto& option : asked)
        options.push_back(option.c_str());

    outcome result;
    checked(
        [&] {
            nvrtcProgram made = nullptr;
            d_create_program(
                &made, text.c_str(), (name + ".cu").c_str(), 0, nullptr, nullptr);
            const auto destroy = [this](nvrtcProgram p) { d_destroy_program.ask(&p); };
            const std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, decltype(destroy)>
                program(made, destroy);
            const auto status = d_compile_program.ask(
                program.get(), static_cast<int>(options.size()), options.data());
            if (status != NVRTC_SUCCESS && status != NVRTC_ERROR_COMPILATION)
                throw failed_call<nvrtcResult>(d_compile_program.name(), status);
            result.log = log_of(program.get());
            result.is_good = status == NVRTC_SUCCESS;
            if (result.is_good)
                result.image = image_of(program.get(), target.rfind("sm_", 0) == 0);
        },
        fmt::format(" of {} for {}", name, target));
    return result;
}

} // namespace gpufft::cuda
