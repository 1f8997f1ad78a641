/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_VERSION_TEXT_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_VERSION_TEXT_H

#include <fmt/format.h>
#include <string>

namespace gpufft::cuda {

//! "13.0" of 13000, as drivers count versions of CUDA.
inline std::string version_text(int number)
{
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LIBRARY_VERSION_TEXT_H */
