/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H

#include "plan/ir/pass.h"
#include <complex>
#include <vector>

/*!
 * The factors of preprocessing and postprocessing (plan/simd/row_places.h), in the order
 * of their loops. Slots are taken in pairs k and M - k of M, k = 0 .. M / 2, or one by
 * one. With h(k) = -i w(N)^k / 2 and t(k) = i w(N)^-k, N = 2 M, each pair has
 *
 * r2c, dct1, dst1   post  h(k)
 * dct2, half        post  h(k), 2 w(4N)^k, 2 w(4N)^(M-k)
 * c2r               pre   t(k)
 * dct3, half        pre   t(k), w(4N)^-k, w(4N)^-(M-k)
 * dct3, odd         pre   w(4N)^-k, w(4N)^-(N-k), M being N
 *
 * and each slot (1: one of the inner DFT)
 *
 * dct4, half        pre   w(8N)^(4n+1)             post  2 w(2N)^k
 * dct4, odd         pre   the sign of the point    post  2 w(8)^turn
 * dct2, odd                                        post  2 w(4N)^k, the first
 *                                                  less where it is orthogonalized
 */
namespace gpufft {

using factor_table = std::vector<std::complex<double>>;

//! Factors of a pair or a slot; 0 where preprocessing (postprocessing) only moves reals.
int preprocess_factors(const pass& p);
int postprocess_factors(const pass& p);

//! Empty where there are none.
factor_table preprocess_factor_table(const pass& p);
factor_table postprocess_factor_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H */
