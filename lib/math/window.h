/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_WINDOW_H
#define INCLUDED_GPUFFT_LIB_MATH_WINDOW_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

//! "boxcar, hann, ...": the windows without parameters.
std::string window_names();

/*!
 * \brief Taps of a window, periodic as spectra take them, with SciPy's factors
 *
 * \param name  one of window_names(), or with a parameter behind a comma "kaiser,BETA",
 *              "tukey,SHARE", "gaussian,DEVIATION", as scipy.signal.get_window() has them
 * \return nothing where there is no such window
 */
std::optional<std::vector<double>> periodic_taps(const std::string& name,
                                                 std::int64_t length);

/*!
 * \brief Taps of the low-pass filter in front of a transform, for bins with flat tops
 *
 * A sinc under Kaiser's window, of length * taps_per_branch taps, which are folded to
 * `length` points. A bin lets through what is within half a bin of its middle; what is a
 * bin or more away is attenuated by 20, 64, 80, 93 dB with 2, 8, 10, 12 taps a branch,
 * and by 100 dB from 13 on, where the transition becomes narrower instead. After Kaiser
 * (1974): A = 7.95 + 14.36 taps_per_branch D for a transition of D bins.
 *
 * \return all 1 with one tap a branch
 */
std::vector<double> polyphase_taps(std::int64_t length, std::int64_t taps_per_branch);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_WINDOW_H */
