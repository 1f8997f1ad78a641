/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_HDF5_READING_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_HDF5_READING_H

#include "recordings/files/hdf5_objects.h"
#include "recordings/formats/digital_metadata.h"
#include <cstdint>
#include <optional>
#include <string>

// What readers of HDF5 share. Whoever calls these holds an hdf5_turn.
namespace gpufft {

//! Samples that a recording may count from 1970 on.
constexpr std::int64_t MOST_INDEX = std::int64_t(1) << 62;

//! Throws the recording_error that names \p path and says \p why.
[[noreturn]] void refuse_file(const std::string& path, const std::string& why);

//! \throws recording_error  HDF5 cannot open it
hdf5_file open_hdf5(const std::string& path);

//! A number that is an attribute of \p of; nothing where there is none.
std::optional<std::int64_t> whole_attribute(hid_t of, const char* name);
std::optional<double> real_attribute(hid_t of, const char* name);

//! What sample_rate_numerator and sample_rate_denominator of a file of properties say, or
//! samples_per_second. \throws recording_error  they say no rate
rational_rate rational_rate_in(const std::string& path);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_HDF5_READING_H */
