/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTORS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTORS_H

#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"

namespace gpufft::simd {

/*!
 * \brief The type `vec` of the lanes of \p p, and what the SIMD form does with it
 *
 * LOAD and STORE at any address of reals; EVEN and ODD take two vectors of interleaved
 * complex values apart, LOW and HIGH put them together again; transpose(v) exchanges
 * lanes and vectors of a transpose block.
 */
void emit_vectors(source_writer& w, const pass& p);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTORS_H */
