/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H
#define INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H

#include "math/roots.h"
#include <complex>
#include <vector>

namespace gpufft {

/*!
 * \brief y[k] = sum of x[n] exp(-2 pi i n k / N) in double, for tables
 *
 * Stockham, mixed radix, one thread. Any length; a prime factor p costs p operations a
 * point. Takes as much memory again as \p x.
 */
std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x);
//! The same with the roots of order N, for who has many rows.
std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x,
                                           const roots_of_order& roots);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HOST_FFT_H */
