/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_REMEDY_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_REMEDY_H

#include "device/interface/seen_gpus.h"
#include <string>

namespace gpufft::cuda {

/*!
 * \brief What to install where no NVRTC is found
 *
 * "install NVRTC: apt install libnvrtc12 (non-free), or pip install
 * nvidia-cuda-nvrtc-cu12".
 * \param driver_version  13000 for CUDA 13.0
 * \param architecture    of the GPU, 90 for sm_90
 */
std::string nvrtc_remedy(const linux_system& on, int driver_version, int architecture);

//! What to install, or to do, where there is no library of the driver.
std::string driver_remedy(const linux_system& on);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_REMEDY_H */
