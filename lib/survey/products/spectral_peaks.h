/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SPECTRAL_PEAKS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SPECTRAL_PEAKS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Bins that stand out of a spectrum together.
struct spectral_peak {
    double bin = 0;         //!< of the highest, with a fraction
    double power = 0;       //!< of that bin
    std::int64_t width = 0; //!< bins, from the first that stands out to the last
};

//! What stands out.
struct peak_request {
    std::size_t most = 1;     //!< peaks
    double height_db = 10;    //!< above the median of all bins
    std::int64_t bridged = 0; //!< bins of a gap within one peak
};

/*!
 * \brief The highest peaks of a spectrum, highest first
 *
 * A peak is of neighbouring bins above a threshold. The median is that of noise as long
 * as signals fill less than half of the spectrum. Between bins the place is that of the
 * parabola through the logarithms of the highest bin and its neighbours.
 * \param powers  linear; what is not finite stands out nowhere
 */
std::vector<spectral_peak>
peaks_of(const float* powers, std::size_t bins, const peak_request& request);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_SPECTRAL_PEAKS_H */
