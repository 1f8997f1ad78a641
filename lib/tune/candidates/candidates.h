/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATES_H

#include "plan/ir/plan.h"
#include <vector>

namespace gpufft {

/*!
 * \brief Plans to begin a search with: \p p, and it with other stages in one of its
 * passes
 *
 * The passes keep what they transform and where they read and write. \p p comes first,
 * then the ways that look best (pass_estimate.h), at most \p most for each pass. All pass
 * check_plan() and fit p.limits.
 */
std::vector<plan> first_candidates(const plan& p, std::size_t most);

//! \p p with other stages in pass \p i, at most \p most; all pass check_plan().
std::vector<plan> stage_candidates(const plan& p, std::size_t i, std::size_t most);

//! \p p with one setting of one pass changed (pass_choices.h), or with other slices of
//! rows (slice_choices.h); all pass check_plan().
std::vector<plan> neighbours_of(const plan& p);

//! \p p with one setting of pass \p i changed; all pass check_plan().
std::vector<plan> neighbours_of(const plan& p, std::size_t i);

//! \return whether \p p passes check_plan()
bool is_sound(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CANDIDATES_H */
