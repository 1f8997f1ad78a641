/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_H

#include <gpufft/transform.h>
#include <complex>
#include <cstdint>
#include <vector>

//! The judges: transforms in double or better, noise with a fixed seed, error norms.
namespace gpufft::testing {

using complex32 = std::complex<float>;
using complex64 = std::complex<double>;
//! Holds every value of every precision; reals have no imaginary part.
using wide = std::complex<long double>;

//! Uniform in the square of side 2, the same for the same seed.
std::vector<complex32> noise(std::size_t points, unsigned seed = 1);

//! The definition, term by term. Quadratic time.
std::vector<complex64> naive_dft(const std::vector<complex64>& x, direction dir);

//! The definition split by its smallest prime factors, for long inputs; checked against
//! naive_dft().
std::vector<complex64> reference_dft(const std::vector<complex64>& x, direction dir);

/*!
 * \brief What transform \p t makes of \p in
 *
 * \param in  elements without gaps: rows, loops, dimensions, slowest first
 * \return elements without gaps, in that order; in long double where \p t is in double,
 *         in double otherwise
 */
std::vector<wide> reference_transform(const transform& t,
                                      const std::vector<wide>& in,
                                      const std::vector<double>& window = {});

/*!
 * \brief The relative error that the sums of the branches of a window of \p t may add
 *
 * A sum of few terms may come out far smaller than what it was on its way: each partial
 * sum but the last, whose rounding tolerance() holds, adds half a unit of itself at most,
 * and these are independent of each other. 0 where a branch has one tap.
 */
double rounding_of_branches(const transform& t,
                            const std::vector<wide>& in,
                            const std::vector<double>& window);

//! What \p t, a c2c transform of one dimension without gaps, makes of rows \p stored.
std::vector<complex64> reference_rows(const transform& t,
                                      const std::vector<complex32>& stored,
                                      const std::vector<float>& window = {});

//! ||got - expected|| / ||expected|| over all elements; 0 where both are 0.
double relative_error(const std::vector<complex32>& got,
                      const std::vector<complex64>& expected);
double relative_error(const std::vector<wide>& got, const std::vector<wide>& expected);

//! The bound every plan keeps: 6e-8 sqrt(log2 N); a few lengths of one stage need the
//! rounding of the input of the last operation.
double tolerance(std::int64_t length);

//! The bound of \p t: of all of its points, three times as much where a length takes a
//! convolution; the rounding of constant factors, and of halves where elements are
//! stored so.
double tolerance(const transform& t);

/*!
 * \brief The bound of \p rows rows alone, where tolerance(t) is one of many
 *
 * A row of one value has what its roundings add up to at worst: they may all go one way,
 * and a rounded factor acts alike on every row. A row of few values has more than many
 * rows, of which 0.8 of the bound is the most (exec.short_rows): a rounding lies anywhere
 * within a unit and is at most sqrt 3 times what it is on average; that of a constant
 * acts along one direction of the V values, at most sqrt V times. Rows of random values
 * do not come beyond four times, as a normal distribution would not. The error of an FFT
 * of V points is as that of V / 4 independent values, of which one row in 10^5 has 4.3
 * standard deviations more; a DCT, a DST or an FFT of V real values is an FFT of V / 2,
 * and constants of a DCT or DST share its error where values are few. The root of the
 * number of rows and loops takes the rest away. Halves round far more when they are
 * stored, and no more than their bound says.
 */
double tolerance(const transform& t, std::size_t rows);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_REFERENCE_H */
