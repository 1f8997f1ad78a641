/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_TILES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_TILES_H

#include "codegen/simt/simt_context.h"

//! Tiles that come in bulk (plan/simt/bulk_tiles.h).
namespace gpufft::simt {

//! The tile to local memory as it lies; ends with all of it there.
void emit_bulk_tile(simt_context& c);

//! The barrier between the first stage's reads and writes, for work-items that are idle
//! in it.
void emit_idle_in_tile(simt_context& c, std::size_t i);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_TILES_H */
