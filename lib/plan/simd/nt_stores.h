/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

/*!
 * Non-temporal stores bypass the caches. The lines that they fill need not be read first,
 * which saves a third of the traffic of a pass whose data come from memory and go there;
 * but data that are read again soon are better left in the caches. So nt_store_rows says
 * from how many rows on a pass uses them, and the kernel looks at the number of rows that
 * it is called with, and whether the caller's memory begins at a whole line.
 */
namespace gpufft {

//! Bytes of a cache line of every CPU that vectors are for. A non-temporal store that
//! fills a part of a line takes as long as many whole ones.
constexpr std::int64_t LINE_BYTES = 64;

//! Points of \p p in a row of the pass, over its grid.
std::int64_t points_of_row(const pass& p);

//! Where a tile's output begins at a whole line, all of its vectors begin at whole
//! vectors.
bool may_stream(const pass& p);

//! Where \p p may_stream(), its non-temporal stores fill each cache line at once. A store
//! of half a line would take as long as many whole ones.
bool streams_whole_lines(const pass& p);

/*!
 * \brief Non-temporal stores go through a write-combining tile
 *
 * This is so where lanes are rows and vectors are no whole lines, while the tile is: rows
 * that follow one another are put together first, and are then stored line by line.
 */
bool combines_stores(const pass& p);

//! Neighbouring transpose blocks that a pass over several dimensions stores together, so
//! that its non-temporal stores fill whole lines.
int transposes_of_lines(const pass& p);

//! Sets from how many rows on \p p uses non-temporal stores, where it has vectors.
void set_nt_store_rows(pass& p, std::int64_t rows);

//! Makes each of \p passes that can use non-temporal stores from so many rows on that a
//! unit's share of the caches does not hold input and output.
void stream_large_outputs(std::vector<pass>& passes, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H */
