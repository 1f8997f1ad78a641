/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H

#include "codegen/simd_context.h"

namespace gpufft {

//! The function output_row, before the kernel: where a row of the scratch goes.
void emit_output_row(simd_context& c);

//! All of a row of several dimensions, plan/vector_dimensions.h, in the loop over rows.
void emit_dimensions(simd_context& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H */
