/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_CHOICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_CHOICE_H

#include <gpufft/devices.h>
#include <string>

namespace gpufft {

//! "opencl:0 (NVIDIA H200)": how messages call a device.
std::string label_of(const device_info& info);

/*!
 * \brief The device in \p list that \p wanted names, as choose_device() says
 *
 * \param from_environment  what "auto" stands for, "" for the first of the list
 * \throws device_error  nothing or several things match; lists what there is
 */
const device_info& match_device(const device_list& list,
                                const std::string& wanted,
                                const std::string& from_environment);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_DEVICE_CHOICE_H */
