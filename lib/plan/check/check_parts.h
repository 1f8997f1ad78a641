/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H

#include "plan/ir/plan.h"
#include "plan/request/refuse.h"
#include <cstdint>

//! The parts of check_plan(). All throw plan_error.
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

//! The numbers of \p p may be added and multiplied, whatever its other fields are, and a
//! row of it can be counted in 32 bits.
void check_numbers(const pass& p);

//! The grid and the columns of \p p: names, sizes, tiles.
void check_axes(const pass& p);

//! The choices for a workgroup of the SIMT form: staging, padding, cluster, work-items.
void check_tile(const pass& p);

//! Constant geometry, where \p p has it (constant_geometry.h): one dimension in a pass of
//! work-items, and two stages at least, all of one radix and as many butterflies.
void check_constant_geometry(const pass& p);

//! Whole numbers are complex samples, which a pass loads in the caller's order.
void check_samples(const pass& p);

//! Powers of frames are accumulated by the workgroup that has all points of a frame.
void check_power(const plan& whole, const pass& p);

//! Branches of a synthesizer are added up by the workgroup that has all rows of its
//! samples (branch_rows.h).
void check_branches(const plan& whole, const pass& p);

//! The form of \p p has the load and store expressions that the pass has.
void check_expressions(const pass& p);

//! Load and store operations of \p p on conjugate pairs: conjugate_pairs.h.
void check_paired(const pass& p);

//! \p p, a pass of reals: its stages are the codelets of kind \p asked.
void check_cosine_stages(const pass& p, transform_kind asked);

//! Both sides of \p p, a pass of \p whole: the pass runs over every point of its inner
//! DFT, its load and store operations agree with that DFT, and it stays within the row,
//! or within its part of the workspace.
void check_sides(const plan& whole, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_PARTS_H */
