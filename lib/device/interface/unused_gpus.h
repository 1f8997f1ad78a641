/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_UNUSED_GPUS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_UNUSED_GPUS_H

#include <gpufft/devices.h>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief What would make better use of NVIDIA's GPUs, a line each
 *
 * "NVIDIA H100 is used through OpenCL, which is slower: install NVRTC: ...". Nothing
 * where CUDA reaches all of them, or there are none.
 * \param list  devices, and what is absent with its remedy
 * \param seen  GPUs of NVIDIA's that the system has, whatever drives them
 */
std::vector<std::string> advice_of(const device_list& list,
                                   const std::vector<std::string>& seen);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_UNUSED_GPUS_H */
