/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_OUTPUT_PERMUTATION_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_OUTPUT_PERMUTATION_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Where each point of the DFT stands before \p p's stages, which work in place
 *
 * Entry n is the place of point n. This is n but for Rader's algorithm: the place of
 * point g^q is q, g being the generator, and point 0 is behind all others.
 */
std::vector<std::int64_t> point_places(const pass& p);

/*!
 * \brief Where each output of the DFT stands after the stages of \p p
 *
 * Entry k is the place of output k: point j = (n_1, ... n_m), n_1 the slowest digit,
 * becomes output k = (k_m, ... k_1) where it is, in each dimension by itself. A
 * convolution's outputs are in order; Rader's are in the order of the generator's powers,
 * and output 0 is behind them.
 */
std::vector<std::int64_t> output_permutation(const pass& p);

//! Lanes are N-d rows, or rows or columns of Rader's algorithm: the kernel looks places
//! up, so that a rotation costs nothing.
bool has_tables_of_places(const pass& p);

//! has_tables_of_places(), and some dimension has such a \p rotation.
bool rotates_places(const pass& p, std::int64_t pass_dimension::*rotation);

/*!
 * \brief The point in each place of the input, and the output in each place of the
 * output, where the kernel looks them up
 *
 * Entry m is m but for dimensions that are rotated.
 */
std::vector<std::int64_t> loaded_points(const pass& p);
std::vector<std::int64_t> stored_outputs(const pass& p);

//! Point n is in place n (output k in place k), and the kernel rotates no dimension, so
//! that it needs no table of places.
bool has_points_in_order(const pass& p);
bool has_outputs_in_order(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_OUTPUT_PERMUTATION_H */
