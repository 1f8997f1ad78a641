/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLIDING_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLIDING_CHOICES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief \p p with work-items that slide over other numbers of frames, or over none, and
 * with more or fewer rows for them in a workgroup
 *
 * None where \p p cannot slide (plan/ir/forms/sliding_frames.h).
 */
std::vector<pass> other_sliding_frames(const pass& p, const device_limits& limits);

/*!
 * \brief \p p with other numbers of work-items that filter its frames, and that transform
 *
 * None where \p limits or \p p do not allow it (plan/ir/forms/filter_items.h).
 */
std::vector<pass> other_filter_items(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLIDING_CHOICES_H */
