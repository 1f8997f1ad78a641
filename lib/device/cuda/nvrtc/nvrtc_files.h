/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FILES_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FILES_H

#include <string>
#include <vector>

namespace gpufft::cuda {

//! What stands for the folders that the loader looks into, among others.
inline const std::string LOADER;

//! Where NVRTC is looked for.
struct nvrtc_places {
    std::string named; //!< $GPUFFT_NVRTC: a file or folder, and then no other place
    //! Folders, in order: of Python's packages; of environments and toolkits, which have
    //! folders `lib`; and LOADER.
    std::vector<std::string> folders;
};

/*!
 * \brief The places of this process
 *
 * Packages of the Python that runs (package_folders.h); $VIRTUAL_ENV; $CONDA_PREFIX;
 * where the loader looks, which knows Debian's packages; $CUDA_HOME; $CUDA_PATH; the
 * toolkits in /usr/local and /opt; packages that Debian's Python has for the user and for
 * all.
 */
nvrtc_places default_places();

/*!
 * \brief Files of NVRTC whose output a driver loads, best first
 *
 * A driver takes what compilers up to its own major version make. Newer ones come first,
 * and among those of one major version the order is that of the folders. In a folder the
 * layouts of the toolkit, of conda, of the wheels of PyPI, and of virtual environments
 * are known. Names for the loader are always in the list, of others just files that are
 * there. A place whose name does not begin with / does not count, nor does one that
 * anybody may write, for what lies there would run. \param driver_version  13000 for
 * CUDA 13.0
 */
std::vector<std::string> nvrtc_files(const nvrtc_places& in, int driver_version);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_NVRTC_FILES_H */
