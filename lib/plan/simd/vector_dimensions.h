/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H

#include "plan/ir/core_request.h"
#include "plan/ir/pass.h"
#include "plan/simd/vector_stages.h"
#include <vector>

/*!
 * Several dimensions in one pass of the SIMD form. The scratch holds all points as they
 * lie: rows of the last dimension, in vectors. Every other dimension's stages run over
 * it in place, a lane a point of the last one. Then squares of `lanes` rows are
 * transposed, so that a lane is a row, for the stages of the last dimension, and back as
 * they are stored.
 */
namespace gpufft {

//! Several dimensions and nothing else, of complex points at both ends, without a window.
bool vectors_take_all(const core_request& r);

//! Likewise of one or more, with columns between neighbouring points: those of \p r.
std::int64_t inner_columns(const core_request& r);

//! Those or these.
bool images_take(const core_request& r);

//! Those of choose_vector_stages() of each dimension, in order; empty where one has none.
std::vector<stage> choose_stages_of_all(const core_request& r, scratch_form form);

//! No vector of \p p, whose lanes are points of the last dimension, is cut by its
//! rotation.
bool keeps_vectors_whole(const pass& p);

//! Points of all dimensions follow one another at both ends.
bool is_packed(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_DIMENSIONS_H */
