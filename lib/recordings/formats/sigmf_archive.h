/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_ARCHIVE_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_ARCHIVE_H

#include "recordings/files/mapped_file.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! A recording in a SigMF archive, and where its files lie in that.
struct archived_recording {
    std::string name;                       //!< "folder/name" there, without extension
    std::uint64_t meta = 0, meta_bytes = 0; //!< of the metadata, from the archive's first
    std::uint64_t data = 0, data_bytes = 0; //!< of the samples
};

/*!
 * \brief The recordings of a .sigmf archive, which is a tar: nothing is unpacked
 * \throws recording_error  it is none, is compressed, lacks a file, or is cut off
 */
std::vector<archived_recording> recordings_in(const mapped_file& archive);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_SIGMF_ARCHIVE_H */
