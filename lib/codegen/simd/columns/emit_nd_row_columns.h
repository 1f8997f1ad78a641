/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_ND_ROW_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_ND_ROW_COLUMNS_H

#include "codegen/simd/simd_context.h"

/*!
 * Lanes that are columns of N-d rows. In the input all points of a column follow one
 * another, and columns lie one after the other. In the output neighbouring columns are
 * interleaved, between the points of the first dimension.
 */
namespace gpufft::simd {

//! The function, before the kernel, that interleaves the columns of all lanes.
void emit_turn_function(source_writer& w, const pass& p);

//! Outputs from the stack buffer, as the stages leave them.
void emit_nd_row_column_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_ND_ROW_COLUMNS_H */
