/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_BINS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_BINS_H

#include "codegen/simd/simd_context.h"

/*!
 * Bins 0 .. M of 2 M reals where lanes are points. Stored: the inner DFT's M outputs stay
 * in the stack buffer, as many neighbours to a vector as there are lanes, and each vector
 * of bins is made from its own outputs and the conjugate ones, in reverse from two
 * vectors. Loaded: each vector of points of the first stage is made from its own bins and
 * the conjugate ones, which are loaded in reverse.
 */
namespace gpufft::simd {

//! The table of where the vectors of outputs stand, before the kernel.
void emit_bin_order(simd_context& c);

void emit_bin_store(simd_context& c);

//! The shuffles of conjugate bins, before the kernel.
void emit_bin_conjugate(source_writer& w, const pass& p);

//! Declares x0_re, x0_im and after, all points of a tile's columns.
void emit_bin_loads(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_BINS_H */
