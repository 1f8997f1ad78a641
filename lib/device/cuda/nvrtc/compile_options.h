/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILE_OPTIONS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILE_OPTIONS_H

#include <string>
#include <vector>

namespace gpufft::cuda {

/*!
 * \brief What NVRTC \p major.\p minor is told of every kernel
 *
 * No fast-math of any kind: the accuracy that is promised rests on exact rounding. Where
 * registers are capped, the text says it (__launch_bounds__), so that it is part of the
 * key under which the outcome is kept.
 */
inline std::vector<std::string>
compile_options(const std::string& target, int major, int minor)
{
    std::vector<std::string> options = { "--gpu-architecture=" + target, "--std=c++17" };
    // Without what no kernel of ours needs, textures and calls of the runtime:
    // compiling takes less, and the kernel is the same, see measurements.md,
    // "Minimal NVRTC". From 12.4 on.
    if (major > 12 || (major == 12 && minor >= 4))
        options.emplace_back("--minimal");
    // What it made is kept by us; another copy would outlive `gpufft cache clear`, and
    // what first use costs could not be measured twice. The cache came with 12.9, whose
    // option is not tried.
    if (major >= 13)
        options.emplace_back("--no-cache");
    return options;
}

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILE_OPTIONS_H */
