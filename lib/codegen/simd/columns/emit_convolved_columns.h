/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H

#include "codegen/simd/simd_context.h"

/*!
 * Load and store where lanes are columns that are convolved: what emit_rows.h does with
 * rows, except that two vectors in memory are a point of all lanes.
 */
namespace gpufft::simd {

//! A column's points to the stack buffer: to their places in Rader's order, or times the
//! chirp and with zeros behind.
void emit_convolved_column_load(simd_context& c);

//! A column's outputs from the stack buffer, where the convolution left them: from their
//! places in Rader's order, or times the chirp.
void emit_convolved_column_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_CONVOLVED_COLUMNS_H */
