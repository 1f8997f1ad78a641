/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_DFT_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_DFT_H

#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

using complex_points = std::vector<std::complex<double>>;

//! exp(-2 pi i number / order)
std::complex<double> plain_root(std::int64_t number, std::int64_t order);

//! plain_root() of 0 to \p order - 1. The reference is valid until the thread asks for
//! those of another order: they are computed once for many columns.
const complex_points& plain_roots(std::int64_t order);

//! y[k] = sum of x[n] exp(-2 pi i n k / x.size())
complex_points plain_dft(const complex_points& x);

//! \return the DFT of \p x along each dimension of \p shape, the slowest first
complex_points plain_dft(complex_points x, const std::vector<std::int64_t>& shape);

//! DFT with exponent + and no scale: plain_dft() of real and imaginary parts exchanged,
//! and exchanged again.
complex_points plain_inverse_dft(complex_points x);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_DFT_H */
