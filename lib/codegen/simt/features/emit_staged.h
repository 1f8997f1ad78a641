/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_STAGED_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_STAGED_H

#include "codegen/simt/simt_context.h"

/*!
 * Load and store via local memory: the work-items take the elements of the tile in the
 * order of global memory, so that accesses coalesce, while the first and the last stage
 * take theirs in any other order.
 */
namespace gpufft::simt {

//! The tile from global to local memory, and the barrier after.
void emit_staged_input(simt_context& c);

//! The tile from local to global memory, behind a barrier.
void emit_staged_output(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_STAGED_H */
