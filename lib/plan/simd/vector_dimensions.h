/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include "plan/simd/vector_stages.h"
#include <vector>

/*!
 * Several dimensions in one pass of the SIMD form. The stack buffer holds all points as
 * they lie: rows of the last dimension, in vectors. Every other dimension's stages run
 * over it in place, and a lane is a point of the last one. Then blocks of `lanes` rows
 * are transposed, so that a lane is a row, for the stages of the last dimension, and back
 * as they are stored.
 */
namespace gpufft {

//! \p r has several dimensions and no outer loops, of complex points on both sides,
//! without a window.
bool vectors_take_all(const dft_problem& r);

//! \return how many columns lie between neighbouring points of \p r, side by side in
//! input and output; 1: none, or \p r has other outer loops
std::int64_t inner_batch(const dft_problem& r);

//! Lanes that are N-d rows may take \p r: several dimensions and no outer loops, or one
//! or more with inner_batch(), of complex points on both sides, without a window.
bool nd_rows_take(const dft_problem& r);

//! Stages of each dimension of \p r, in order, as choose_vector_stages() makes them;
//! empty where a dimension has none.
std::vector<stage>
choose_stages_of_all(const dft_problem& r, const device_limits& limits, buffer_form form);

//! A rotation cuts no vector of \p p, whose lanes are points of the last dimension.
bool keeps_vectors_whole(const pass& p);

//! Points of all dimensions follow one another in input and output.
bool is_packed(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H */
