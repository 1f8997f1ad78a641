/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H

#include "codegen/simd/simd_context.h"

/*!
 * Ends of lanes of columns that are convolved: what emit_rows.h does with rows, but that
 * two vectors in memory are a point of all lanes.
 */
namespace gpufft::simd {

//! A column's points to the scratch: to their places by Rader's, or times the chirp and
//! with zeros behind.
void emit_convolved_column_load(simd_context& c);

//! What is there after the convolution, likewise.
void emit_convolved_column_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H */
