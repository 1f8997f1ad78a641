/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINT_VECTORS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINT_VECTORS_H

#include "codegen/simt/simt_context.h"

/*!
 * What a work-item of a pointwise pass does with vectors of neighbours, plan/ir/pass.h:
 * `vector` is its number in the row and `k` the first of as many DFT points as there are
 * lanes. Conjugate points are loaded or stored as a vector in reverse. The first vector
 * goes point by point where a point of it has no conjugate, or is its own.
 */
namespace gpufft {

//! The shuffles that these take besides those of emit_vectors(), before the kernel.
void emit_point_shuffles(source_writer& w, const pass& p);

//! The first vector goes point by point.
bool has_single_points(const pass& p);

void emit_point_vectors(simt::simt_context& c);

//! Text of the caller's elements, or the workspace's, from which the row's are counted.
std::string line_text(const pass& p, std::int64_t axis::*weight);

//! Point \p k of the inner DFT through the load and the store operation, whether it has a
//! conjugate or not.
void emit_single_point(simt::simt_context& c, const std::string& k);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINT_VECTORS_H */
