/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_ROOTS_H
#define INCLUDED_GPUFFT_LIB_MATH_ROOTS_H

#include <complex>
#include <cstdint>

namespace gpufft {

/*!
 * \brief exp(+2 pi i k / n), to the last bit of double; any k, n from 1 to 2^60
 *
 * The angle is reduced to one octant in integers first. So roots that mirror each other
 * are equal to the bit, and 0, 1, 1/2 and equal parts at 45 degrees are exact. Forward
 * twiddles are root_of_unity(-k, n).
 */
std::complex<double> root_of_unity(std::int64_t k, std::int64_t n);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_ROOTS_H */
