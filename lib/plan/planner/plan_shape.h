/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_PLAN_SHAPE_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_PLAN_SHAPE_H

#include "plan/ir/plan.h"
#include "plan/strategies/length_split.h"
#include <cstdint>
#include <map>
#include <vector>

namespace gpufft {

//! How a transform is cut into passes, where that is not left to the planner.
struct plan_shape {
    //! Points of each pass, by the points L of an inner DFT of one dimension. Where no
    //! codelets cover L they are those of the convolution's passes, whose product is its
    //! length: L - 1 for Rader's and 2 L - 1 at least for Bluestein's.
    std::map<std::int64_t, length_split> splits;
    //! Which way the complex dimensions are grouped, of dimension_groupings(); -1: the
    //! planner's.
    int grouping = -1;
};

//! Points of the inner DFT along dimension \p d of \p request, in passes that take \p d
//! alone.
std::int64_t dft_points(const transform& request, std::size_t d);

//! Ways to part \p rank dimensions into groups, those with the fewest groups first. The
//! group of the last dimension comes first, since its points are neighbours.
std::vector<std::vector<std::vector<std::size_t>>> dimension_groupings(std::size_t rank);

//! Every order of factors, \p passes of them; the most even ones first.
std::vector<length_split> ordered_splits(std::int64_t length, std::size_t passes);

/*!
 * \brief The plan that the model makes for \p request in that shape, whatever it costs
 * \throws plan_error  the transform is invalid, or has no such plan that fits the device
 */
plan shaped_plan(const transform& request,
                 const device_limits& limits,
                 const plan_shape& shape);

/*!
 * \brief Plans of several passes of each shape that may be worth timing
 *
 * Dimensions in every grouping, and long ones in every split into two or three passes, in
 * four where three do not do. None for transforms that are too short for that. The
 * planner's own may be among them.
 *
 * \param most  of each number of passes
 */
std::vector<plan>
shaped_plans(const transform& request, const device_limits& limits, std::size_t most);

/*!
 * \brief Plans of transforms that need a convolution, over other lengths and by other
 * algorithms than the planner's
 *
 * Rader's where it applies, and Bluestein's over every length that may be worth it, in
 * one pass, and split into passes. None where all dimensions have codelets. The planner's
 * own may be among them.
 *
 * \param most  of each of these, for each dimension; those that the model likes best
 */
std::vector<plan>
convolved_plans(const transform& request, const device_limits& limits, std::size_t most);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_PLAN_SHAPE_H */
