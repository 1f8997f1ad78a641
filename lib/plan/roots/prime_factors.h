/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_ROOTS_PRIME_FACTORS_H
#define INCLUDED_GPUFFT_LIB_PLAN_ROOTS_PRIME_FACTORS_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

/*!
 * The order of Good and Thomas. Where the radices of a cyclic convolution have no common
 * factor, its points are those of a convolution in as many dimensions: q stands at the
 * remainders of q by each radix, and output k = (k_1, k_2, ...) is the one at the sum of
 * k_i M / r_i of the one-dimensional convolution. Rader's load and store operations use
 * index tables anyway, so the order costs nothing, and saves all twiddles between stages.
 */
namespace gpufft {

//! \p p convolves by Rader in work-items, and its radices have no common factor.
bool suits_prime_factors(const pass& p);

//! \return for each point j of \p p its place q in the row's order; j itself without
//! prime factors
std::vector<std::int64_t> points_in_order(const pass& p);

//! \return for each output k of \p p, counted as struct pass does, the output of the
//! one-dimensional convolution that it is; k itself without prime factors
std::vector<std::int64_t> outputs_in_order(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_ROOTS_PRIME_FACTORS_H */
