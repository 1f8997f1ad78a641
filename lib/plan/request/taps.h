/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TAPS_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TAPS_H

#include <gpufft/transform.h>
#include <complex>
#include <cstddef>
#include <vector>

/*!
 * What a caller multiplies by, and may change between calls: the taps of a window, or the
 * spectrum of a convolution. Kernels have it as one argument, a table of reals in their
 * precision: taps, or the real parts of the spectrum in order, then its imaginary parts.
 */
namespace gpufft {

//! \p t has such a table.
inline bool has_taps(const transform& t) { return t.windowed || t.convolved; }

//! Numbers of the table of \p t; 0: there is none.
inline std::size_t taps_of(const transform& t)
{
    const auto points = static_cast<std::size_t>(t.points());
    if (t.windowed)
        return points * static_cast<std::size_t>(t.taps_per_branch);
    return t.convolved ? 2 * points : 0;
}

//! \p t has a table that it cannot do without: a window of one tap a branch may go.
inline bool keeps_taps(const transform& t)
{
    return t.convolved || t.taps_per_branch > 1;
}

//! The table that changes nothing: a window of ones; a spectrum of ones, and the
//! inverse's factor.
std::vector<double> plain_taps(const transform& t);

//! The table of a convolution with \p spectrum, which gets the inverse's factor 1 / N.
//! \throws plan_error  \p t is no convolution, or has another number of points
std::vector<double> taps_of_spectrum(const transform& t,
                                     const std::vector<std::complex<double>>& spectrum);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TAPS_H */
