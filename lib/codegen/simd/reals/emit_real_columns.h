/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_COLUMNS_H

#include "codegen/simd/simd_context.h"

/*!
 * Load and store where lanes are columns of reals: what emit_real_rows.h does with rows,
 * except that a vector in memory is one in the stack buffer. The last tile may have fewer
 * columns than lanes.
 */
namespace gpufft::simd {

//! Loads and stores of as many lanes as there are columns, before the kernel; nothing
//! where all tiles are full.
void emit_partial_vectors(simd_context& c);

void emit_real_column_load(simd_context& c);
void emit_real_column_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_COLUMNS_H */
