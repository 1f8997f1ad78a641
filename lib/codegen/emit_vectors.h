/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_VECTORS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_VECTORS_H

#include "codegen/source_writer.h"

namespace gpufft {

/*!
 * \brief The type `vec` of \p lanes floats and what the SIMD form does with it
 *
 * LOAD and STORE at any address of floats; EVEN and ODD take two vectors of interleaved
 * complex values apart, LOW and HIGH put them together again; transpose(v) exchanges
 * lanes and vectors of a square.
 */
void emit_vectors(source_writer& w, int lanes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_EMIT_VECTORS_H */
