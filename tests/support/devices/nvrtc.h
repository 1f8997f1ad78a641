/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H

#include "codegen/text/kernel_source.h"
#include "device/cuda/compile_options.h"
#include <nvrtc.h>
#include <string>
#include <vector>

namespace gpufft::testing {

struct nvrtc_outcome {
    nvrtcResult status;
    std::string log; //!< with what ptxas says of registers and spills
};

//! \p source as the CUDA backend compiles it, by the NVRTC that the test is linked to.
inline nvrtc_outcome compile_with_nvrtc(const kernel_source& source,
                                        const std::string& architecture)
{
    int major = 0, minor = 0;
    nvrtcVersion(&major, &minor);
    auto asked = cuda::compile_options(architecture, major, minor);
    asked.emplace_back("--ptxas-options=-v");
    std::vector<const char*> options;
    for (const auto& option : asked)
        options.push_back(option.c_str());

    nvrtcProgram program = nullptr;
    nvrtc_outcome made;
    made.status = nvrtcCreateProgram(
        &program, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr);
    if (made.status != NVRTC_SUCCESS)
        return made;
    made.status =
        nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    std::size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    made.log.resize(bytes);
    nvrtcGetProgramLog(program, made.log.data());
    nvrtcDestroyProgram(&program);
    return made;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_NVRTC_H */
