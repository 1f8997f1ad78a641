/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_BAND_POWER_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_BAND_POWER_H

#include "display/axis/frequency_axis.h"
#include <vector>

namespace gpufft::display {

/*!
 * \brief Power within a band: the density of each bin times as much of its cell as lies
 * in the band
 *
 * \param density_db  of each bin, dB/Hz; what is not finite counts as none
 * \return in dB; minus infinity where there is none
 */
double band_power_db(const frequency_axis& axis,
                     const std::vector<float>& density_db,
                     const frequency_band& band);

/*!
 * \brief The band that a share of the power within a band lies in, leaving out as much
 * power below as above it (ITU-R SM.328: occupied bandwidth, with a share of 0.99)
 *
 * \param levels_db  of each bin, in any unit: only their ratios count
 * \return edges between bins, interpolated; the band itself where there is no power
 */
frequency_band occupied_band(const frequency_axis& axis,
                             const std::vector<float>& levels_db,
                             const frequency_band& within,
                             double share = 0.99);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_BAND_POWER_H */
