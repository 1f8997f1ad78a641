/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_H

#include "recordings/samples/recording_facts.h"
#include <cstddef>
#include <string>

namespace gpufft {

//! The folder of the channel of Digital RF that \p path names: it, or its
//! drf_properties.h5; "": it names none.
std::string digital_rf_folder(const std::string& path);

/*!
 * \brief Reads the index of a channel of Digital RF
 *
 * Digital RF (github.com/MITHaystack/digital_rf, version 2) is a folder of HDF5 files
 * with some seconds of samples each. Each has rf_data, the samples of all subchannels,
 * and rf_data_index, which says where a gap is: whose samples count from 1970 on.
 * Subchannels are channels here. Files that are being written (tmp.rf@*) are left out.
 *
 * \param allow_damaged  leaves out files that cannot be read: they become gaps
 * \param poll  called at each file
 * \param grows  more files may follow: `identity` is of what stays, and what was read of
 * a file is kept for the next call
 * \throws recording_error  a file is damaged, subchannels were retuned one by one, or
 * this program was built without HDF5
 */
recording_facts open_digital_rf(const std::string& folder,
                                bool allow_damaged,
                                const opening_poll& poll,
                                bool grows = false);

//! Files of samples of the channel in \p folder that are complete.
std::size_t digital_rf_files(const std::string& folder);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_RF_H */
