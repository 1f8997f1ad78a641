/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_DIMENSION_GROUPS_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_DIMENSION_GROUPS_H

#include "plan/planner/group_plan.h"
#include "plan/planner/plan_shape.h"

namespace gpufft {

/*!
 * \brief Groups all dimensions of a transform so that they take the fewest passes through
 * global memory (Gu, Li and Siegel 2010)
 *
 * Dimensions that one workgroup can hold are one pass; the others follow in place in the
 * output, so that nothing is ever transposed. A real transform in several dimensions is
 * one of the last dimension and complex ones of the rest, unless it all fits; a DCT or
 * DST goes a dimension at a time, unless its type folds (folds.h) and it all fits.
 *
 * \param t  packed() and valid
 * \return no passes where nothing fits
 */
group_plan plan_dimensions(const transform& t,
                           const device_limits& limits,
                           const plan_shape& shape = {});

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_DIMENSION_GROUPS_H */
