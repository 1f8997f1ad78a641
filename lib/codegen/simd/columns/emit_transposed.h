/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_TRANSPOSED_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_TRANSPOSED_H

#include "codegen/simd/simd_context.h"

/*!
 * Lanes that are columns whose points are neighbours, one column behind the other:
 * transpose blocks are loaded or stored along the columns, and transposed.
 */
namespace gpufft::simd {

//! From the input to the stack buffer.
void emit_transposed_load(simd_context& c);

//! From the stack buffer to the output.
void emit_transposed_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_COLUMNS_EMIT_TRANSPOSED_H */
