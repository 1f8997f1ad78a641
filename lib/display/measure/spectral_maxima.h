/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H

#include "display/axis/frequency_axis.h"
#include "display/measure/band_power.h"
#include <cstddef>
#include <vector>

namespace gpufft::display {

struct spectral_maximum {
    std::size_t bin = 0;
    float level_db = 0;
};

/*!
 * \brief The highest peaks of a trace within a band, the highest first
 *
 * A peak is a bin that is no lower than its neighbours, and from which the trace falls by
 * \p drop_db on both sides before it rises above that bin; at an edge of the band it need
 * not fall.
 */
std::vector<spectral_maximum> spectral_maxima(const frequency_axis& axis,
                                              const std::vector<float>& levels_db,
                                              const frequency_band& within,
                                              std::size_t most,
                                              float drop_db = 6);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H */
