/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_DFT_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_DFT_H

#include <complex>
#include <cstdint>
#include <vector>

/*!
 * DFTs of one dimension to judge by, in double or in long double. None of the library's
 * code: recursive mixed radix, Bluestein where a prime factor is large.
 */
namespace gpufft::testing {

//! exp(sign * 2 pi i k / n), the angle reduced to an eighth of a turn first.
template <class real>
std::complex<real> root_of(std::int64_t k, std::int64_t n, int sign);

//! y[k] = sum of x[n] exp(sign * 2 pi i n k / N): the definition, term by term.
template <class real>
std::vector<std::complex<real>> direct_dft(const std::vector<std::complex<real>>& x,
                                           int sign);

//! The DFT of direct_dft() in about N log N operations; checked against that.
template <class real>
std::vector<std::complex<real>> fast_dft(const std::vector<std::complex<real>>& x,
                                         int sign);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_DFT_H */
