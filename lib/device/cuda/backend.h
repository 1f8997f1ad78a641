/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_BACKEND_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_BACKEND_H

#include "device/interface/registry.h"
#include <string>
#include <vector>

namespace gpufft::cuda {

//! Libraries that tests load instead of the default ones; empty: the default ones.
struct library_files {
    std::vector<std::string> driver;
    std::vector<std::string> compiler;
};

//! The GPUs of NVIDIA's driver, in its order. It loads the libraries when first asked.
std::unique_ptr<backend> make_backend(const library_files& files = {});

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_BACKEND_H */
