/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

/*!
 * Stores that bypass the caches. What is stored beside them need not be read first, a
 * third of the traffic of a pass whose data come from memory and go there; but what is
 * read again soon is better left where it is near. So pass::nt_store_rows says from how
 * many rows on, and the kernel looks at the number it is called with, and whether the
 * caller's memory begins at a whole line.
 */
namespace gpufft {

//! A line of the caches of every CPU that vectors are for. A store that passes the caches
//! by and fills a part of a line takes as long as many whole ones.
constexpr std::int64_t LINE_BYTES = 64;

//! Points of \p p in a row of the pass, over its grid.
std::int64_t points_of_row(const pass& p);

//! Where a tile's output begins at a whole line, all of its vectors do at whole vectors.
bool may_stream(const pass& p);

//! Where \p p may_stream(), it stores all of a line of the caches at once. Half a line
//! would take as long as many whole ones.
bool streams_whole_lines(const pass& p);

/*!
 * \brief Stores that bypass the caches come by way of a tile's own memory
 *
 * So it is where lanes are rows and vectors are no whole lines, while the tile is: rows
 * that follow one another are put together first, and then leave line by line.
 */
bool combines_stores(const pass& p);

//! Neighbouring squares of vectors that several dimensions store together, so that lines
//! which bypass the caches are whole.
int transposes_of_lines(const pass& p);

//! Sets from how many rows on stores of \p p bypass the caches, where it has vectors.
void set_nt_store_rows(pass& p, std::int64_t rows);

//! Has those of \p passes that may, stream what a unit's share of the caches does not
//! hold.
void stream_large_outputs(std::vector<pass>& passes, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_NT_STORES_H */
