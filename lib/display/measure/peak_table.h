/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_PEAK_TABLE_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_PEAK_TABLE_H

#include "display/measure/marker_set.h"
#include <cstddef>
#include <vector>

namespace gpufft::display {

//! The level that a table of peaks has: of a tone its own, which between two bins is
//! higher than theirs.
double listed_db(const marker_reading& peak, const level_conversion& conversion);

/*!
 * \brief The highest peaks of a trace within a band, as markers on them read, the highest
 * by listed_db() first
 *
 * They are those of spectral_maxima() that are 12 dB or more above the median of the
 * band: of noise that was not averaged, one bin of 60000 is.
 */
std::vector<marker_reading> read_peaks(const frequency_axis& axis,
                                       const std::vector<float>& levels_db,
                                       const frequency_band& within,
                                       const level_conversion& conversion,
                                       std::size_t most);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_PEAK_TABLE_H */
