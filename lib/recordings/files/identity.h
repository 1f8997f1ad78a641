/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H

#include "recordings/files/mapped_file.h"
#include <cstddef>
#include <string>

namespace gpufft {

/*!
 * \brief What tells a recording from another one of the same name, without reading it all
 *
 * A hash of \p metadata, of the file's size, and of blocks of it: the first, the last and
 * some between. A copy of the file has the same, wherever and whenever it was made.
 */
std::string identity_of(const mapped_file& file, const std::string& metadata);

/*!
 * \brief What tells a recording that still grows from another one of the same name
 *
 * A hash of \p format, which says how samples are stored, and of the file's first
 * BEGINNING_BYTES.
 */
std::string identity_of_beginning(const mapped_file& file, const std::string& format);
constexpr std::size_t BEGINNING_BYTES = 512;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_IDENTITY_H */
