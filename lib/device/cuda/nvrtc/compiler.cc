/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/nvrtc/compile_options.h"
#include "device/cuda/nvrtc/compiler.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <memory>

namespace gpufft::cuda {

namespace {

//! Where NVRTC's own part may lie: beside the library, or beside what that is a link to;
//! last, where the loader looks.
std::vector<std::string> builtins_files(const loaded_library& nvrtc,
                                        const std::string& version)
{
    namespace fs = boost::filesystem;
    const auto name = "libnvrtc-builtins.so." + version;
    const fs::path path(nvrtc.path());
    boost::system::error_code failed;
    const auto linked = fs::canonical(path, failed);
    std::vector<std::string> files = { (path.parent_path() / name).string() };
    if (!failed && linked.parent_path() != path.parent_path())
        files.push_back((linked.parent_path() / name).string());
    files.push_back(name);
    return files;
}

} // namespace

int nearest_architecture(int architecture, const std::vector<int>& known)
{
    const auto after = std::upper_bound(known.begin(), known.end(), architecture);
    return after == known.begin() ? 0 : *std::prev(after);
}

std::string target_for(int architecture, const std::vector<int>& known)
{
    const int nearest = nearest_architecture(architecture, known);
    if (!nearest)
        return "";
    return fmt::format("{}_{}", nearest == architecture ? "sm" : "compute", nearest);
}

compiler::compiler(const std::string& file) : d_nvrtc(file)
{
    int count = 0;
    checked(
        [&] {
            d_nvrtc.get_version(&d_major, &d_minor);
            d_nvrtc.get_architecture_count(&count);
            d_architectures.resize(static_cast<std::size_t>(count));
            d_nvrtc.get_architectures(d_architectures.data());
        },
        " of " + file);
    d_version = fmt::format("{}.{}", d_major, d_minor);
    std::sort(d_architectures.begin(), d_architectures.end());
    load_builtins();
}

// NVRTC looks for it by name when it first compiles, which finds one that is loaded. Not
// every installation tells the loader where it is, and some of NVRTC look into the
// working directory.
void compiler::load_builtins() const
{
    try {
        const loaded_library builtins(builtins_files(d_nvrtc.library, d_version));
    } catch (const load_error& error) {
        throw load_error(fmt::format(
            "{} is without its builtins: {}", d_nvrtc.library.path(), error.what()));
    }
}

template <typename Call>
void compiler::checked(Call&& call, const std::string& context) const
{
    try {
        call();
    } catch (const failed_nvrtc_call& error) {
        throw device_error(fmt::format("{}{}: {} ({})",
                                       error.name(),
                                       context,
                                       d_nvrtc.get_error_string.ask(error.status()),
                                       static_cast<int>(error.status())));
    }
}

std::string compiler::log_of(nvrtcProgram program) const
{
    std::size_t bytes = 0;
    d_nvrtc.get_log_size(program, &bytes);
    std::string log(bytes, '\0');
    d_nvrtc.get_log(program, log.data());
    return log.substr(0, log.find('\0'));
}

std::vector<unsigned char> compiler::image_of(nvrtcProgram program, bool is_exact) const
{
    std::size_t bytes = 0;
    (is_exact ? d_nvrtc.get_cubin_size : d_nvrtc.get_ptx_size)(program, &bytes);
    std::vector<unsigned char> image(bytes);
    (is_exact ? d_nvrtc.get_cubin
              : d_nvrtc.get_ptx)(program, reinterpret_cast<char*>(image.data()));
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
            nvrtcProgram handle = nullptr;
            d_nvrtc.create_program(
                &handle, text.c_str(), (name + ".cu").c_str(), 0, nullptr, nullptr);
            const auto destroy = [this](nvrtcProgram p) {
                d_nvrtc.destroy_program.ask(&p);
            };
            const std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, decltype(destroy)>
                program(handle, destroy);
            const auto status = d_nvrtc.compile_program.ask(
                program.get(), static_cast<int>(options.size()), options.data());
            if (status != NVRTC_SUCCESS && status != NVRTC_ERROR_COMPILATION)
                throw failed_nvrtc_call(d_nvrtc.compile_program.name(), status);
            result.log = log_of(program.get());
            result.is_good = status == NVRTC_SUCCESS;
            if (result.is_good)
                result.image = image_of(program.get(), target.rfind("sm_", 0) == 0);
        },
        fmt::format(" of {} for {}", name, target));
    return result;
}

} // namespace gpufft::cuda
