/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_TEMPORARY_FOLDER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_TEMPORARY_FOLDER_H

#include <functional>
#include <string>

namespace gpufft::opencl {

/*!
 * \brief Makes a folder for this process alone, which goes as it ends
 *
 * In $TMPDIR, in the folders for temporary files or in memory, whichever \p is_good
 * first; folders of processes that were killed are removed there.
 * \return "" where none is
 */
std::string make_temporary_folder(const std::function<bool(const std::string&)>& is_good);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_TEMPORARY_FOLDER_H */
