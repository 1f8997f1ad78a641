/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H

#include "codegen/text/kernel_source.h"
#include "device/cuda/nvrtc/compile_options.h"
#include "device/cuda/nvrtc/compiler.h"
#include "device/cuda/nvrtc/nvrtc_files.h"
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpufft::testing {

//! Files of the machine's NVRTC, or of that which $GPUFFT_NVRTC names, best first.
inline std::vector<std::string> nvrtc_files()
{
    constexpr int ANY_DRIVER = 13000;
    return cuda::nvrtc_files(cuda::default_places(), ANY_DRIVER);
}

//! The first of nvrtc_files() that can be loaded; nullptr: there is none.
inline const cuda::compiler* nvrtc()
{
    static const auto found = []() -> std::optional<cuda::compiler> {
        for (const auto& file : nvrtc_files()) {
            try {
                return std::optional<cuda::compiler>(std::in_place, file);
            } catch (const cuda::load_error&) {
                continue;
            }
        }
        return std::nullopt;
    }();
    return found ? &*found : nullptr;
}

struct nvrtc_outcome {
    cuda::nvrtcResult status;
    std::string log; //!< with what ptxas says of registers and spills
};

//! \p source as the CUDA backend compiles it. \throws std::runtime_error  by no NVRTC
inline nvrtc_outcome compile_with_nvrtc(const kernel_source& source,
                                        const std::string& architecture)
{
    if (!nvrtc())
        throw std::runtime_error("there is no NVRTC");
    static const cuda::nvrtc_functions call(nvrtc()->file());
    const int version = nvrtc()->version_number();
    auto asked = cuda::compile_options(architecture, version / 1000, version % 1000 / 10);
    asked.emplace_back("--ptxas-options=-v");
    std::vector<const char*> options;
    for (const auto& option : asked)
        options.push_back(option.c_str());

    cuda::nvrtcProgram program = nullptr;
    nvrtc_outcome made;
    made.status = call.create_program.ask(
        &program, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr);
    if (made.status != cuda::NVRTC_SUCCESS)
        return made;
    made.status = call.compile_program.ask(
        program, static_cast<int>(options.size()), options.data());
    std::size_t bytes = 0;
    call.get_log_size(program, &bytes);
    made.log.resize(bytes);
    call.get_log(program, made.log.data());
    call.destroy_program(&program);
    return made;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H */
