/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PACKAGE_FOLDERS_H
#define INCLUDED_GPUFFT_PACKAGE_FOLDERS_H

#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Where the Python that runs this process has its packages
 *
 * Wheels bring the CUDA compiler there (`nvidia-cuda-nvrtc`), which is looked for in
 * these folders first, in their order. Counts from the next list_devices() or choice of a
 * device that has not found a compiler yet. Folders whose names do not begin with / are
 * left out. Safe from several threads.
 */
void set_package_folders(std::vector<std::string> folders);

//! The folders that were set last; none in a process that is no Python.
std::vector<std::string> package_folders();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_PACKAGE_FOLDERS_H */
