/* SPDX-License-Identifier: GPL-3.0-or-later */
// An NVRTC that compiles nothing, of the version that FAKE_MAJOR, FAKE_MINOR and
// FAKE_ARCHITECTURES say: what it makes of a text names both and the text. As the real
// one, it refuses to compile without its libnvrtc-builtins, which it looks for by name.
#include "device/cuda/library/nvrtc_api.h"
#include <dlfcn.h>
#include <type_traits>
#include <algorithm>
#include <cstring>
#include <string>

using namespace gpufft::cuda;

namespace gpufft::cuda {

struct nvrtc_program_st {
    std::string text;
    std::string image;
};

} // namespace gpufft::cuda

namespace {

constexpr int ARCHITECTURES[] = { FAKE_ARCHITECTURES };

bool has_builtins()
{
    const auto name = "libnvrtc-builtins.so." + std::to_string(FAKE_MAJOR) + "." +
                      std::to_string(FAKE_MINOR);
    return ::dlopen(name.c_str(), RTLD_NOW) != nullptr;
}

} // namespace

extern "C" {

nvrtcResult nvrtcVersion(int* major, int* minor)
{
    *major = FAKE_MAJOR;
    *minor = FAKE_MINOR;
    return NVRTC_SUCCESS;
}

const char* nvrtcGetErrorString(nvrtcResult status)
{
    return status == NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
               ? "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE"
               : "NVRTC_ERROR";
}

nvrtcResult nvrtcGetNumSupportedArchs(int* count)
{
    *count = static_cast<int>(std::size(ARCHITECTURES));
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* architectures)
{
    std::copy(std::begin(ARCHITECTURES), std::end(ARCHITECTURES), architectures);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program,
                               const char* text,
                               const char*,
                               int,
                               const char* const*,
                               const char* const*)
{
    *program = new nvrtc_program_st{ text, "" };
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program)
{
    delete *program;
    *program = nullptr;
    return NVRTC_SUCCESS;
}

nvrtcResult
nvrtcCompileProgram(nvrtcProgram program, int count, const char* const* options)
{
    if (!has_builtins())
        return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    const std::string first = count ? options[0] : "";
    const bool is_exact = first.find("sm_") != std::string::npos;
    program->image = (is_exact ? "\177ELF" : ".target ") + first + " by " +
                     std::to_string(FAKE_MAJOR) + "." + std::to_string(FAKE_MINOR) +
                     " of " + program->text;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, std::size_t* bytes)
{
    *bytes = 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char* log)
{
    *log = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* bytes)
{
    *bytes = program->image.size();
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin)
{
    std::memcpy(cubin, program->image.data(), program->image.size());
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t* bytes)
{
    return nvrtcGetCUBINSize(program, bytes);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx)
{
    return nvrtcGetCUBIN(program, ptx);
}

} // extern "C"

// Nothing that the backend calls is left out or takes other arguments.
#define GPUFFT_IS_THERE(result, member, symbol, arguments) \
    static_assert(std::is_same_v<decltype(::symbol), symbol##_function>);
GPUFFT_NVRTC_FUNCTIONS(GPUFFT_IS_THERE)
#undef GPUFFT_IS_THERE
