/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_RELATIVES_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_RELATIVES_H

#include "plan/ir/plan.h"
#include <optional>

/*!
 * Relatives are transforms of equal kind, lengths and precision: an inverse, one with a
 * window, a rotation or a scale, in place, planar, or with loops and strides. Between the
 * caller's first and last element they do the same work, so that what a search found for
 * one serves the others.
 */
namespace gpufft {

/*!
 * \brief \p planners with what is known of a relative
 *
 * Where the planner's passes do the work of \p known, its settings are taken over,
 * settings.h, whatever the strides. Where they do not, as where a search has split the
 * length elsewhere or laid the workspace out in other tiles, the passes of \p known
 * themselves get the load and store operations of \p planners, if both transforms are
 * packed. Slices come along either way.
 *
 * \param known     a plan for the same device
 * \param planners  a plan of the transform that is wanted
 * \return nothing where neither suits
 */
std::optional<plan> relative_plan(const plan& known, const plan& planners);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_RELATIVES_H */
