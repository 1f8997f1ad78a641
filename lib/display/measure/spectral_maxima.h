/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H

#include "display/axis/frequency_axis.h"
#include "display/measure/band_power.h"
#include <cstddef>
#include <optional>
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

/*!
 * \brief The tone that a peak is of, whose spectrum was taken with a Hann window
 *
 * A tone between two bins has up to 1.42 dB less in the nearest one. With a the ratio of
 * the amplitudes of the greater neighbour and the peak, it is d = (2 a - 1) / (a + 1)
 * bins towards that neighbour, and the window passes sinc(d) / (1 - d^2) of it (Grandke,
 * "Interpolation algorithms for discrete Fourier transforms of weighted signals", IEEE
 * Trans. Instrum. Meas. 32, 1983).
 */
struct hann_tone {
    double bin = 0;      //!< where it is, of which fractions count
    double level_db = 0; //!< as a tone in the middle of a bin has
};

//! \return none  the bin is lower than a neighbour, or at an end of the spectrum
std::optional<hann_tone> hann_tone_at(const std::vector<float>& levels_db,
                                      std::size_t bin);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_SPECTRAL_MAXIMA_H */
