/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_ROWS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_ROWS_H

#include "codegen/simd/reals/row_slots.h"

/*!
 * Load and store where lanes are rows and the caller has reals on one side or on both.
 * Each of a row's numbers has a place in the stack buffer, plan/simd/row_places.h: an
 * array `scratch` of all real parts and then all imaginary ones.
 */
namespace gpufft::simd {

bool has_real_io(const pass& p);

//! The tables of places, before the kernel; nothing where they are known as text.
void emit_real_row_tables(simd_context& c);

void emit_real_row_load(simd_context& c);
void emit_real_row_store(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_EMIT_REAL_ROWS_H */
