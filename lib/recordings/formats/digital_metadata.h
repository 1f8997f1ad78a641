/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_METADATA_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_METADATA_H

#include "recordings/samples/recording_facts.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! A number of samples a second, as a fraction.
struct rational_rate {
    std::int64_t numerator = 0, denominator = 1;
};

//! From sample `index` on, counted from 1970 on at the rate of the recording, subchannels
//! lay around these frequencies.
struct drf_tuning {
    std::int64_t index = 0;
    std::vector<double> centres_hz;
};

/*!
 * \brief The center_frequencies that Digital Metadata beside a channel say, in order
 *
 * Digital Metadata are folders in the channel's folder that have a dmd_properties.h5;
 * their files have a group for each sample at which something was written down. Recorders
 * of Digital RF (thor.py, gr_digital_rf) write center_frequencies there.
 * \param rate  of the recording, whose samples the result counts
 * \param allow_damaged  leaves out files that cannot be read
 * \param poll  called at each file
 * \throws recording_error  a file is damaged
 */
std::vector<drf_tuning> tunings_beside(const std::string& folder,
                                       const rational_rate& rate,
                                       bool allow_damaged,
                                       const opening_poll& poll);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_DIGITAL_METADATA_H */
