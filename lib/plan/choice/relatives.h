/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_RELATIVES_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_RELATIVES_H

#include "plan/ir/plan.h"
#include <optional>
#include <string>
#include <vector>

/*!
 * Relatives are transforms of one family, lengths and precision: an inverse, one with a
 * window, a rotation or a scale, in place, planar, or with loops and strides, and a DST
 * of the type of a DCT. Between the caller's first and last element they do the same
 * work, so that what a search found for one serves the others.
 */
namespace gpufft {

//! A kind that stands for all whose passes do the same work: the DCT of a DST's type. Of
//! type 1 there is none, whose inner DFTs have other lengths.
transform_kind family_of(transform_kind kind);

//! A transform with only what the settings of a plan of \p request depend on: kind,
//! lengths and precision. An inverse has a forward transform's settings, since it only
//! exchanges real and imaginary parts.
transform plain_transform(const transform& request);

//! A text that \p request has in common with its relatives, and with nothing else.
std::string family_name(const transform& request);

/*!
 * \brief Sorts \p known, texts of relatives of \p request, so that the nearest comes
 * first
 *
 * Far apart are, the farthest first, those of another kind, with or without a window, in
 * place or not, of other layouts, of other rotations. Those as near stay in their order.
 */
void sort_by_nearness(std::vector<std::string>& known, const transform& request);

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
