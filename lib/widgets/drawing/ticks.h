/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_TICKS_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_TICKS_H

#include <string>
#include <vector>

namespace gpufft::display {

//! Values within low .. high that are whole multiples of 1, 2 or 5 times a power of ten,
//! at most `most` of them.
std::vector<double> round_ticks(double low, double high, int most);
//! The distance of these ticks.
double round_step(double low, double high, int most);

/*!
 * \brief The labels of frequency ticks, all in one unit and with the digits that tell
 * them apart
 *
 * \param unit  set to the unit's name: "GHz" ... "Hz"
 */
std::vector<std::string>
frequency_labels(const std::vector<double>& ticks_hz, double step_hz, std::string& unit);

//! "12.3 s", "4:05" or, of times since 1970, "17:03:21" (UTC), with digits for \p step_s.
std::string time_label(double seconds, double step_s);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_TICKS_H */
