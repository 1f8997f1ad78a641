/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_TILES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_TILES_H

#include "plan/ir/pass.h"

/*!
 * Tiles that bulk copies (bulk_rows.h) load as they lie, to where the stages exchange:
 * the first stage takes its points from there instead of from global memory, and leaves
 * them in the places of the exchange behind a barrier. A copy in flight takes neither
 * registers nor a part of the cache beside local memory.
 */
namespace gpufft {

//! A bulk copy could load the tile of \p p: the tile is one run of the input, of whole
//! rows in multiples of BULK_BYTES, in several stages; work-items that are idle in the
//! first stage are whole subgroups. Not over clusters, where it is slower, see
//! measurements.md, "Bulk tiles over clusters".
bool suits_bulk_tiles(const pass& p);
//! A bulk copy loads the tile of \p p.
bool has_bulk_tiles(const pass& p);
//! Bytes of the tile of \p p that a bulk copy moves, where suits_bulk_tiles().
std::int64_t bulk_tile_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_BULK_TILES_H */
