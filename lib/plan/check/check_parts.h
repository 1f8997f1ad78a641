/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H

#include "plan/ir/plan.h"
#include "plan/request/refuse.h"
#include <cstdint>

//! What check_plan() is made of. All throw plan_error.
namespace gpufft {

// Far more than any device takes, and little enough to be multiplied.
constexpr std::int64_t MOST_TILE_POINTS = 1 << 18;
constexpr std::int64_t MOST_POINTS = 4 * MAX_LENGTH; //!< of a dimension, padded

inline void
check_count(const char* name, std::int64_t value, std::int64_t least, std::int64_t most)
{
    if (value < least || value > most)
        refuse("{} must be {} .. {}, got {}", name, least, most, value);
}

//! Whatever the rest of \p p is, its numbers may be added and multiplied, and a row of it
//! be counted in 32 bits.
void check_numbers(const pass& p);

//! The grid and the columns of \p p: names, sizes, tiles.
void check_axes(const pass& p);

//! What a workgroup of the SIMT form is.
void check_tile(const pass& p);

//! Constant geometry, where \p p has it (constant_geometry.h): one dimension in a pass of
//! work-items, and two stages at least, all of one radix and fill.
void check_constant_geometry(const pass& p);

//! Whole numbers are complex samples, which a pass loads in the order of the caller's.
void check_samples(const pass& p);

//! Frames are gathered by the workgroup that has all of their points.
void check_power(const plan& whole, const pass& p);

//! Paired ends of \p p: conjugate_pairs.h.
void check_paired(const pass& p);

//! A pass of reals \p p: its stages are the codelets of \p asked.
void check_cosine_stages(const pass& p, transform_kind asked);

//! Both sides of \p p, a pass of \p whole: it runs over every point of its core, its
//! ends speak of that, and it stays within the row, or the part of the scratch.
void check_sides(const plan& whole, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H */
