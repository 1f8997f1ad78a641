/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H

#include "plan/ir/pass.h"
#include <vector>

namespace gpufft {

//! \p bare, of stages without fills, with its last two joined
//! (plan/ir/forms/joined_stages.h) where they are of two dimensions, and as many as can
//! holding \p points. Nothing where they cannot be.
std::vector<pass> with_joined_stages(const pass& bare, int points);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_JOINED_CHOICES_H */
