/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_BAND_H
#define INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_BAND_H

#include <string>

namespace gpufft {

//! Frequencies from `low_hz` up to below `high_hz`, as recordings have them: with their
//! centre frequency, where that is known.
struct band {
    std::string name;
    double low_hz = 0, high_hz = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_BAND_H */
