/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

/*!
 * Inputs that the kernel prefetches before it loads them. Lanes that are rows read as
 * many streams, and several dimensions a stream for each point of a butterfly: more than
 * the hardware's prefetchers follow, and none is long. So the input of a later tile is
 * prefetched in the order in which it lies, a few lines at each butterfly of all stages:
 * memory and processor then work at the same time. Where a tile is too large to wait in a
 * cache, its first stage prefetches transpose blocks some way ahead in the rows; lanes of
 * neighbouring columns prefetch vectors so. prefetch_distance says how many: tiles, rows,
 * blocks or vectors.
 */
namespace gpufft {

//! Lines that are prefetched further ahead would have left the caches before their use.
constexpr int MOST_PREFETCHED = 64;

//! \p p can be told its prefetch distance.
bool may_prefetch(const pass& p);

//! A row whose lanes are points is so short that the hardware prefetches it: the kernel
//! does not, unless prefetch_distance says so.
//! \param number_bytes  of a number of the input
bool hw_prefetched(const pass& p, std::int64_t number_bytes);

//! Most rows of a call whose inputs, \p row_bytes each, stay in a cache: two second-level
//! caches hold them. Up to here prefetches cost time and gain none, see measurements.md,
//! "Prefetching cached input".
std::int64_t most_cached_rows(const pass& p, std::int64_t row_bytes);

//! How the input of a later tile is prefetched, line by line in the order of the memory.
struct prefetch_schedule {
    //! Numbers from a tile's first one to the first one that it prefetches; 0: it
    //! prefetches none.
    std::int64_t distance = 0;
    //! Lines that each butterfly of a stage prefetches.
    std::vector<int> lines = {};
    //! Lines go to the first-level cache, for the next stage; else they wait in the
    //! second-level cache, and the first one holds the tile that is worked on.
    bool is_for_first_level = false;

    bool has_any() const { return !lines.empty(); }
};

//! The schedule, where a tile's input follows the one before and is small enough; else
//! empty.
//! \param number_bytes  of a number of the input
prefetch_schedule schedule_prefetches(const pass& p, std::int64_t number_bytes);

//! \return how many numbers behind its own loads a pass of rows without a schedule
//! prefetches; 0: it does not prefetch
//! \param tile  numbers of a tile
std::int64_t
distance_of_prefetch(const pass& p, std::int64_t tile, std::int64_t number_bytes);

//! distance_of_prefetch() where lanes are points of a row, or columns that lie beside one
//! another in the input.
std::int64_t point_prefetch_distance(const pass& p, std::int64_t number_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_PREFETCHING_H */
