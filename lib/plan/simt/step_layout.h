/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_STEP_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_STEP_LAYOUT_H

#include "plan/simt/tile.h"
#include "plan/simt/tile_digits.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Which point lies in which register of which work-item, in step \p i of \p p
 *
 * A step transforms one digit, which the registers hold; where a work-item has several
 * butterflies, the registers hold a part of another digit too. All other digits are
 * lanes, in the order that suits the steps before and after, or the rank in the cluster.
 * \p list: the digits as the step finds them.
 */
stage_layout layout_step(const pass& p, const digit_list& list, std::size_t i);

//! Sorts lanes so that the nearest by \p weight are the lowest.
void sort_lanes(std::vector<atom>& lanes, std::int64_t atom::*weight);

//! A work-item of joined stages goes on with what it has: the lanes of \p s in the order
//! of \p next.
void order_like(stage_layout& s, const stage_layout& next);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_STEP_LAYOUT_H */
