/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_BINS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_BINS_H

#include "codegen/simd_context.h"

/*!
 * Bins 0 .. M of 2 M reals where lanes are points: the core's M outputs stay in the
 * scratch, as many neighbours to a vector as there are lanes, and each vector of bins is
 * made from its own outputs and the opposite ones, in reverse from two vectors.
 */
namespace gpufft {

//! The table of where the vectors of outputs stand, before the kernel.
void emit_bin_order(simd_context& c);

void emit_bin_store(simd_context& c);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_BINS_H */
