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

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_WINDOW_H */
