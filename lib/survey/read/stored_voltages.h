/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_VOLTAGES_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_VOLTAGES_H

#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Samples that a survey has kept: a pair of SigMF.
struct stored_voltages {
    std::string name; //!< "voltages/fm", below the group
    double samp_rate_hz = 0;
    double centre_hz = 0; //!< of the first capture
    std::int64_t samples = 0;
};

//! What is done of them in the folder of a group, by name.
//! \throws survey_error  metadata are damaged
std::vector<stored_voltages> voltages_in(const std::string& folder);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_VOLTAGES_H */
