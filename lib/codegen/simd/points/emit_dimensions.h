/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_DIMENSIONS_H

#include "codegen/simd/simd_context.h"

namespace gpufft::simd {

//! input_row(), where rows come from that are rotated.
void emit_input_rows(source_writer& w, const pass& p);

//! All of a row of several dimensions, plan/simd/vector_dimensions.h, in the loop over
//! rows. The kernel has output_row() of output_rows and emit_input_rows() before it.
void emit_dimensions(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_DIMENSIONS_H */
