/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H

#include "codegen/simd_context.h"

namespace gpufft {

//! input_row(), where rows come from that are rotated.
void emit_input_rows(source_writer& w, const pass& p);

//! All of a row of several dimensions, plan/vector_dimensions.h, in the loop over rows.
//! The kernel has output_row() of output_rows and emit_input_rows() before it.
void emit_dimensions(simd_context& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H */
