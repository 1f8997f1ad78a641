/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_PRODUCT_H
#define INCLUDED_GPUFFT_LIB_MATH_PRODUCT_H

#include <complex>

namespace gpufft {

//! The operator of std::complex looks for infinities, which costs more than the
//! product: see measurements.md, "Products of complex numbers".
inline std::complex<double> times(const std::complex<double>& a,
                                  const std::complex<double>& b)
{
    return { a.real() * b.real() - a.imag() * b.imag(),
             a.real() * b.imag() + a.imag() * b.real() };
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_PRODUCT_H */
