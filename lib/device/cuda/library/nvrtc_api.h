/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_NVRTC_API_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_NVRTC_API_H

#include <cstddef>

/*!
 * \file
 * \brief What the backend knows of NVRTC, so that no toolkit is needed to build it
 *
 * Names, values and signatures are those of NVIDIA's reference of NVRTC; there are only
 * those that are used. tests/device/cuda/check_nvrtc_api.cc compares each with nvrtc.h
 * where that is found.
 */
namespace gpufft::cuda {

// The type is fixed, unlike in C: a newer library returns values that have no name here.
enum nvrtcResult : unsigned {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
};

using nvrtcProgram = struct nvrtc_program_st*;

//! Each function as X(what it returns, member of the class nvrtc_functions, symbol,
//! arguments).
#define GPUFFT_NVRTC_FUNCTIONS(X)                                                   \
    X(nvrtcResult, get_version, nvrtcVersion, (int* major, int* minor))             \
    X(const char*, get_error_string, nvrtcGetErrorString, (nvrtcResult status))     \
    X(nvrtcResult, get_architecture_count, nvrtcGetNumSupportedArchs, (int* count)) \
    X(nvrtcResult, get_architectures, nvrtcGetSupportedArchs, (int* architectures)) \
    X(nvrtcResult,                                                                  \
      create_program,                                                               \
      nvrtcCreateProgram,                                                           \
      (nvrtcProgram * program,                                                      \
       const char* text,                                                            \
       const char* name,                                                            \
       int header_count,                                                            \
       const char* const* headers,                                                  \
       const char* const* header_names))                                            \
    X(nvrtcResult, destroy_program, nvrtcDestroyProgram, (nvrtcProgram * program))  \
    X(nvrtcResult,                                                                  \
      compile_program,                                                              \
      nvrtcCompileProgram,                                                          \
      (nvrtcProgram program, int count, const char* const* options))                \
    X(nvrtcResult,                                                                  \
      get_log_size,                                                                 \
      nvrtcGetProgramLogSize,                                                       \
      (nvrtcProgram program, std::size_t * bytes))                                  \
    X(nvrtcResult, get_log, nvrtcGetProgramLog, (nvrtcProgram program, char* log))  \
    X(nvrtcResult,                                                                  \
      get_cubin_size,                                                               \
      nvrtcGetCUBINSize,                                                            \
      (nvrtcProgram program, std::size_t * bytes))                                  \
    X(nvrtcResult, get_cubin, nvrtcGetCUBIN, (nvrtcProgram program, char* cubin))   \
    X(nvrtcResult,                                                                  \
      get_ptx_size,                                                                 \
      nvrtcGetPTXSize,                                                              \
      (nvrtcProgram program, std::size_t * bytes))                                  \
    X(nvrtcResult, get_ptx, nvrtcGetPTX, (nvrtcProgram program, char* ptx))

//! `nvrtcVersion_function` and so on: the type of each.
#define GPUFFT_FUNCTION_TYPE(result, member, symbol, arguments) \
    using symbol##_function = result arguments;
GPUFFT_NVRTC_FUNCTIONS(GPUFFT_FUNCTION_TYPE)
#undef GPUFFT_FUNCTION_TYPE

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_NVRTC_API_H */
