/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_COMPILER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_COMPILER_H

#include "device/cuda/cuda_headers.h"
#include "device/cuda/library_call.h"
#include <string>
#include <vector>

namespace gpufft::cuda {

/*!
 * \brief Where NVRTC may lie whose output a driver loads, best first
 *
 * A driver takes what compilers up to its own major version make; those before 12 lack
 * architectures that are common.
 * \param driver_version  13000 for CUDA 13.0
 */
std::vector<std::string> compiler_files(int driver_version);

/*!
 * \brief What to compile for, as NVRTC writes it
 *
 * The exact one ("sm_90") where it is among \p known, which are ascending. Else a
 * program that the driver translates further, for the nearest earlier one
 * ("compute_90" of 100); "" where there is none earlier.
 */
std::string target_for(int architecture, const std::vector<int>& known);

//! NVRTC: from the text of a kernel to what the driver loads. Safe from several threads.
class compiler
{
public:
    struct outcome {
        bool is_good = false;
        std::vector<unsigned char> image; //!< cubin, or PTX for "compute_..."
        std::string log;                  //!< also where it is good: warnings
    };

    //! \throws load_error    none of \p files can be loaded, or one lacks a function
    //! \throws device_error  it fails to tell its version
    explicit compiler(const std::vector<std::string>& files);

    const std::string& version() const { return d_version; } //!< "13.0"
    const std::vector<int>& architectures() const { return d_architectures; }

    //! \param target  of target_for()
    //! \throws device_error  NVRTC fails, but for the text
    outcome compile(const std::string& name,
                    const std::string& text,
                    const std::string& target) const;

private:
    // Declared first: the calls are looked up in it.
    loaded_library d_library;

#define GPUFFT_CALL(member, symbol) \
    const library_call<decltype(::symbol)> d_##member { d_library, #symbol }
    GPUFFT_CALL(get_version, nvrtcVersion);
    GPUFFT_CALL(get_error_string, nvrtcGetErrorString);
    GPUFFT_CALL(get_architecture_count, nvrtcGetNumSupportedArchs);
    GPUFFT_CALL(get_architectures, nvrtcGetSupportedArchs);
    GPUFFT_CALL(create_program, nvrtcCreateProgram);
    GPUFFT_CALL(destroy_program, nvrtcDestroyProgram);
    GPUFFT_CALL(compile_program, nvrtcCompileProgram);
    GPUFFT_CALL(get_log_size, nvrtcGetProgramLogSize);
    GPUFFT_CALL(get_log, nvrtcGetProgramLog);
    GPUFFT_CALL(get_cubin_size, nvrtcGetCUBINSize);
    GPUFFT_CALL(get_cubin, nvrtcGetCUBIN);
    GPUFFT_CALL(get_ptx_size, nvrtcGetPTXSize);
    GPUFFT_CALL(get_ptx, nvrtcGetPTX);
#undef GPUFFT_CALL

    template <typename Call>
    void checked(Call&& call, const std::string& what) const;
    std::vector<unsigned char> image_of(nvrtcProgram program, bool is_exact) const;
    std::string log_of(nvrtcProgram program) const;

    int d_major = 0, d_minor = 0;
    std::string d_version;
    std::vector<int> d_architectures;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_COMPILER_H */
