/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_ROOTS_CONVOLUTION_H
#define INCLUDED_GPUFFT_LIB_PLAN_ROOTS_CONVOLUTION_H

#include "plan/ir/pass.h"
#include <complex>
#include <cstdint>
#include <vector>

/*!
 * A DFT of L points, x to X, as a cyclic convolution of M points, a to c. M, the length
 * that passes have along the dimension, has only factors that stages cover.
 *
 * rader (L prime, M = L - 1), with g a generator modulo L:
 *     a[q] = x[g^q],  X[g^-q] = x[0] + c[q],  X[0] = x[0] + sum a[q]
 * bluestein (M >= 2 L - 1), with w(n) = exp(-2 pi i / n):
 *     a[n] = x[n] w(2L)^(n^2), 0 from L on;  X[k] = c[k] w(2L)^(k^2), k < L
 *
 * The convolution goes through the DFTs of both sides. In a pass that convolves, between
 * the forward stages and the stages back, the value v of output k becomes
 *     bluestein: v spectrum[k]
 *     rader:     v spectrum[k], and at k = 0 that + x[0]; before, x[0] + v is stored as
 *                X[0], through the store operation
 * and then real and imaginary parts are exchanged, and again after the stages back, so
 * the stages back make the inverse DFT. x[0] is what the load operation gives. The
 * spectrum includes the factor 1 / M of the inverse. Over several passes k counts the
 * outputs of the whole inner DFT.
 */
namespace gpufft {

//! The DFT of the taps that points are convolved with, over \p padded points, in the
//! order of its outputs. Rader's \p generator is as in struct pass.
std::vector<std::complex<double>> convolution_spectrum(convolution by,
                                                       std::int64_t length,
                                                       std::int64_t padded,
                                                       std::int64_t generator = 0);

//! The spectrum that \p p, which convolves, multiplies by, in the order of the outputs of
//! \p p (prime_factors.h). Where the load and store operations of its dimension are in
//! other passes, caller_length is L.
std::vector<std::complex<double>> convolution_spectrum(const pass& p);

//! Appends convolution_spectrum() of \p p to \p table.
void append_convolution_spectrum(std::vector<std::complex<double>>& table, const pass& p);

//! Places of x that a[0], a[1], ... come from, then those of X that c[0], c[1], ... go
//! to: 2 (length - 1) entries. \p length is prime; \p generator as in struct pass.
std::vector<std::uint32_t> rader_indices(std::int64_t length, std::int64_t generator = 0);

//! rader_indices() of the dimension of \p p, which convolves all of it, in the order of
//! the points of \p p (prime_factors.h).
std::vector<std::uint32_t> rader_indices(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_ROOTS_CONVOLUTION_H */
