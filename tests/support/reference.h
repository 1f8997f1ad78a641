/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_REFERENCE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_REFERENCE_H

#include <gpufft/transform.h>
#include <complex>
#include <cstdint>
#include <vector>

//! The judges: transforms in double precision, noise with a fixed seed, error norms.
namespace gpufft::testing {

using complex32 = std::complex<float>;
using complex64 = std::complex<double>;

//! Uniform in the square of side 2, the same for the same seed.
std::vector<complex32> noise(std::size_t points, unsigned seed = 1);

//! The definition, term by term. Quadratic time.
std::vector<complex64> naive_dft(const std::vector<complex64>& x, direction dir);

//! The definition split by its smallest prime factors, for long inputs; checked against
//! naive_dft().
std::vector<complex64> reference_dft(const std::vector<complex64>& x, direction dir);

//! What transform \p t makes of \p rows of stored points: rotations, window, scale.
std::vector<complex64> reference_rows(const transform& t,
                                      const std::vector<complex32>& stored,
                                      const std::vector<float>& window = {});

//! ||got - expected|| / ||expected|| over all of it.
double relative_error(const std::vector<complex32>& got,
                      const std::vector<complex64>& expected);

//! The bound every plan keeps: 6e-8 sqrt(log2 N); a few lengths of one stage need the
//! rounding of the input of the last operation.
double tolerance(std::int64_t length);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_REFERENCE_H */
