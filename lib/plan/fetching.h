/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_FETCHING_H
#define INCLUDED_GPUFFT_LIB_PLAN_FETCHING_H

#include "plan/pass.h"
#include <cstdint>

/*!
 * Inputs that are asked for before they are loaded. Lanes that are rows read as many
 * streams, more than the hardware follows. So a tile asks for what the next one reads
 * where that is close, and else, in long rows, for squares of vectors some way ahead.
 * Lanes along a row do so for the next row or vectors, those of neighbouring columns for
 * vectors. pass::fetch_ahead says how many: tiles, rows, squares or vectors.
 */
namespace gpufft {

//! More than that would be gone again.
constexpr int MOST_FETCHED_AHEAD = 64;

//! \p p can be told how far ahead it asks.
bool may_fetch(const pass& p);

//! Input of a call, in bytes: up to here it stays in a cache, and fetching costs 20 %.
constexpr std::int64_t MOST_CACHED_INPUT_BYTES = 2 << 20;

//! Numbers from what is loaded to what is asked for; 0: nothing is.
//! \param tile  numbers from a tile to the next
//! \param number_bytes  of one
std::int64_t fetch_distance(const pass& p, std::int64_t tile, std::int64_t number_bytes);

//! Likewise where lanes are points of a row, or columns that lie beside one another in
//! the input.
std::int64_t point_fetch_distance(const pass& p, std::int64_t number_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_FETCHING_H */
