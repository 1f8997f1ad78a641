/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H

#include "codegen/simd_context.h"

namespace gpufft {

//! All of a row of several dimensions, plan/vector_dimensions.h, in the loop over rows.
//! The kernel has output_row() of output_rows before it.
void emit_dimensions(simd_context& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_DIMENSIONS_H */
