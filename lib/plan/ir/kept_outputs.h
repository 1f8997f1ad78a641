/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_KEPT_OUTPUTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_KEPT_OUTPUTS_H

#include "plan/ir/pass.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <optional>

namespace gpufft {

//! What the last pass of \p t keeps; none: all points, or \p t is no convolution.
std::optional<convolved_outputs> kept_of(const transform& t);

/*!
 * \brief Distance of the points that a pass goes back to, where lanes are points of a row
 * that is convolved
 *
 * Points whose index is no multiple of it are not computed: where the points that are
 * kept lie step apart, outputs of the last stage that belong to the same of these are
 * added before the way back (the spectrum is folded), which so has fewer points. A common
 * divisor of step, first point and radix of the last stage, as long as rows of vectors
 * are left.
 */
int spectrum_fold(const pass& p);

//! What is kept of the points that are left by spectrum_fold(), which count as
//! neighbours; all of them where the pass says nothing.
convolved_outputs kept_of_folded(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_KEPT_OUTPUTS_H */
