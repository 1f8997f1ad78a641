/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FUNCTIONS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FUNCTIONS_H

#include "device/cuda/library/library_call.h"
#include "device/cuda/library/nvrtc_api.h"
#include <string>

namespace gpufft::cuda {

//! NVRTC's functions that are used: the table that stands for linking.
class nvrtc_functions
{
public:
    //! \throws load_error  \p file cannot be loaded, or a function is missing
    explicit nvrtc_functions(const std::string& file);

    // Declared first: the calls are looked up in it.
    const loaded_library library;

#define GPUFFT_CALL(result, member, symbol, arguments) \
    const library_call<symbol##_function> member{ library, #symbol };
    GPUFFT_NVRTC_FUNCTIONS(GPUFFT_CALL)
#undef GPUFFT_CALL
};

using failed_nvrtc_call = failed_call<nvrtcResult>;

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FUNCTIONS_H */
