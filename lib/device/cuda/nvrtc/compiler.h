/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILER_H

#include "device/cuda/nvrtc/nvrtc_functions.h"
#include <string>
#include <vector>

namespace gpufft::cuda {

//! The latest one of \p known, which are ascending, that is not later than
//! \p architecture; 0: there is none.
int nearest_architecture(int architecture, const std::vector<int>& known);

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

    //! \throws load_error    \p file cannot be loaded, lacks a function, or is without
    //!                       libnvrtc-builtins
    //! \throws device_error  it fails to tell its version
    explicit compiler(const std::string& file);

    const std::string& file() const { return d_nvrtc.library.file(); }
    const std::string& version() const { return d_version; } //!< "13.0"
    //! As drivers count: 13000 of 13.0.
    int version_number() const { return 1000 * d_major + 10 * d_minor; }
    const std::vector<int>& architectures() const
    {
        return d_architectures;
    } //!< ascending

    //! \param target  of target_for()
    //! \throws device_error  NVRTC fails, but for the text
    outcome compile(const std::string& name,
                    const std::string& text,
                    const std::string& target) const;

private:
    template <typename Call>
    void checked(Call&& call, const std::string& context) const;
    std::vector<unsigned char> image_of(nvrtcProgram program, bool is_exact) const;
    std::string log_of(nvrtcProgram program) const;
    void load_builtins() const;

    nvrtc_functions d_nvrtc;
    int d_major = 0, d_minor = 0;
    std::string d_version;
    std::vector<int> d_architectures;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILER_H */
