/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_CHIRP_H
#define INCLUDED_GPUFFT_LIB_MATH_CHIRP_H

#include <complex>
#include <cstdint>

namespace gpufft {

//! exp(-pi i n n / length) of n = 0 ... \p length - 1 to \p to, each at most one unit in
//! the last place off. On several cores where there are many.
void write_chirp(std::int64_t length, std::complex<double>* to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_CHIRP_H */
