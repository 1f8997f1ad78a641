/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_KAISER_STEP_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_KAISER_STEP_H

#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief The response of a windowed sinc filter at one edge, in closed form
 *
 * A Kaiser window of duration T has the spectrum (Kaiser and Schafer, "On the use of the
 * I0-sinh window for spectrum analysis", 1980, equation 3)
 *
 *     T G(T f),   G(y) = sinh(r) / (I0(beta) r),   r = sqrt(beta^2 - (pi y)^2)
 *
 * and a filter that passes low .. high before the window has the convolution of that
 * with 1 between the edges, S(T (f - low)) - S(T (f - high)), where S(y) is the integral
 * of G up to y: 0 far below the edge, 1/2 at it, 1 far above. Unlike taps and their
 * transform it costs nothing but the bins that are wanted.
 *
 * \return S(first), S(first + step), ... \p count values; step > 0
 */
std::vector<double>
kaiser_step(double beta, double first, double step, std::size_t count);

//! The first zero of G: how far from an edge the stopband begins, in units of 1 / T.
double kaiser_reach(double beta);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_KAISER_STEP_H */
