/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H

#include "recordings/files/mapped_file.h"
#include <string>

namespace gpufft {

/*!
 * \brief What tells a recording from another one of the same name, without reading it all
 *
 * A hash of \p metadata, of the file's size, and of blocks of it: the first, the last and
 * some between. A copy of the file has the same, wherever and whenever it was made.
 */
std::string identity_of(const mapped_file& file, const std::string& metadata);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H */
