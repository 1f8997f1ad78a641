/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_FOLDER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_FOLDER_H

#include <cstdint>
#include <string>

/*!
 * The folder that PoCL compiles in. Where it cannot be written PoCL has no device, and on
 * a full disk its compiler ends the process.
 */
namespace gpufft::opencl {

//! Where PoCL compiles, as its environment says; "": in a folder for temporary files.
std::string pocl_folder();

//! Why PoCL cannot compile in \p folder, which need not be there yet; "": it can.
std::string fault_of_folder(const std::string& folder);

//! Whether \p folder has so little room that a kernel may not fit.
bool is_full(const std::string& folder);

//! What to name to PoCL before it looks for its folder: a temporary one, which goes with
//! the process, where its own is of no use and the user named none; "": nothing.
std::string folder_to_name();

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_FOLDER_H */
