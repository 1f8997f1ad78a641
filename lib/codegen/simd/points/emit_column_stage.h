/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_COLUMN_STAGE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_COLUMN_STAGE_H

#include "codegen/simd/simd_context.h"

/*!
 * The first stage where lanes are points of a row: over vectors of neighbouring columns,
 * a tile of as many as there are lanes at a time. Transposed, a lane is an output k1 of
 * this stage, in vectors of the stack buffer that are as near one another as the columns.
 */
namespace gpufft::simd {

void emit_column_title(simd_context& c);

//! What is done for tile number `tile`.
void emit_column_tile(simd_context& c);

//! All tiles.
void emit_column_stage(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_COLUMN_STAGE_H */
