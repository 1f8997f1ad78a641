/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H

#include "plan/ir/pass.h"
#include <complex>
#include <vector>

/*!
 * What entering and leaving, plan/simd/row_places.h, multiply by, in the order of their
 * loops. Slots are taken in pairs k and M - k of M, k = 0 .. M / 2, or one by one. With
 * h(k) = -i w(N)^k / 2 and t(k) = i w(N)^-k, N = 2 M, for each pair
 *
 * r2c, dct1, dst1   leaving   h(k)
 * dct2, half        leaving   h(k), 2 w(4N)^k, 2 w(4N)^(M-k)
 * c2r               entering  t(k)
 * dct3, half        entering  t(k), w(4N)^-k, w(4N)^-(M-k)
 * dct3, odd         entering  w(4N)^-k, w(4N)^-(N-k), M being N
 *
 * and for each slot (1: that of the core)
 *
 * dct4, half        entering  w(8N)^(4n+1)             leaving  2 w(2N)^k
 * dct4, odd         entering  the sign of the point    leaving  2 w(8)^turn
 * dct2, odd                                            leaving  2 w(4N)^k, the first
 *                                                      less where it is orthogonalized
 */
namespace gpufft {

using factor_table = std::vector<std::complex<double>>;

//! Factors of a pair or a slot: 0 where nothing enters (leaves) but what is moved.
int preprocess_factors(const pass& p);
int postprocess_factors(const pass& p);

//! Empty where there are none.
factor_table preprocess_factor_table(const pass& p);
factor_table postprocess_factor_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_FACTORS_H */
