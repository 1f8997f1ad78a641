/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H

#include "plan/ir/pass.h"
#include <vector>

namespace gpufft {

//! \p bare, whose stages have one butterfly per item, with its last two stages joined
//! (plan/ir/forms/joined_stages.h) where these are of two dimensions; as many stages as
//! can have \p points per item. Nothing where the two cannot be joined.
std::vector<pass> with_joined_stages(const pass& bare, int points);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H */
