/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_PACKAGE_FOLDERS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_PACKAGE_FOLDERS_H

#include <string>
#include <vector>

//! Where the Python that runs this process has its packages: wheels bring the CUDA
//! compiler there. A process that is no Python has none. Safe from several threads.
namespace gpufft {

//! Counts from the next list_devices() that has not found a compiler.
void set_package_folders(std::vector<std::string> folders);

std::vector<std::string> package_folders();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_PACKAGE_FOLDERS_H */
