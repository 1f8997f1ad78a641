/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_NEXT_DEVICE_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_NEXT_DEVICE_H

#include <gpufft/devices.h>
#include <set>
#include <string>

namespace gpufft {

/*!
 * \brief The device to go on with after others have failed
 *
 * The first of list_devices() whose name is not among \p failed; empty: there is none.
 * Of a device that two backends offer (cuda:0 and opencl:0 of one product), the other
 * one comes last: what is lost for one is mostly lost for both.
 */
std::string next_device(const std::set<std::string>& failed);
//! The first device of \p list whose name is not among \p failed, those of a failed
//! product on another backend last; empty: there is none.
std::string next_device(const device_list& list, const std::set<std::string>& failed);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_NEXT_DEVICE_H */
