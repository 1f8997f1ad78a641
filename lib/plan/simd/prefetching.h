/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

/*!
 * Inputs that are asked for before they are loaded. Lanes that are rows read as many
 * streams, several dimensions a stream for each point of a butterfly: more than the
 * hardware follows, and none is long. So the input of a tile to come is asked for as it
 * lies, a few lines at each butterfly of all stages: the memory then has something to do
 * while the processor has, too. Where a tile is too large to wait in a cache, its first
 * stage asks for squares of vectors some way ahead in the rows; lanes of neighbouring
 * columns do so for vectors. pass::prefetch_distance says how many: tiles, rows, squares
 * or vectors.
 */
namespace gpufft {

//! More than that would be gone again.
constexpr int MOST_PREFETCHED = 64;

//! \p p can be told how far ahead it asks.
bool may_prefetch(const pass& p);

//! Such a short row of points in lanes that the hardware is ahead of it: it is not asked
//! for unless pass::prefetch_distance says so.
//! \param number_bytes  of a number of the input
bool hw_prefetched(const pass& p, std::int64_t number_bytes);

//! Input of a call of \p p, in bytes: up to here, two second levels, it stays in a cache,
//! and fetching costs time, see measurements.md, "Fetching cached input".
std::int64_t most_cached_input_bytes(const pass& p);

//! The input of a tile to come, line by line in the order of the memory.
struct prefetch_schedule {
    //! Numbers from a tile's first to the first that it asks for; 0: it asks for none.
    std::int64_t distance = 0;
    //! Each butterfly of a stage asks for so many lines.
    std::vector<int> lines = {};
    //! The next stage has them at hand; else they wait in the second level of caches, and
    //! what is worked on stays in the first.
    bool is_for_first_level = false;

    bool has_any() const { return !lines.empty(); }
};

//! Where a tile's input follows the one before and is small enough; else empty.
//! \param number_bytes  of a number of the input
prefetch_schedule schedule_prefetches(const pass& p, std::int64_t number_bytes);

//! \return how many numbers behind what it loads a pass of rows without a schedule asks
//! for its input; 0: it does not ask
//! \param tile  numbers of a tile
std::int64_t
distance_of_prefetch(const pass& p, std::int64_t tile, std::int64_t number_bytes);

//! distance_of_prefetch() where lanes are points of a row, or columns that lie beside one
//! another in the input.
std::int64_t point_prefetch_distance(const pass& p, std::int64_t number_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H */
