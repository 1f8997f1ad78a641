/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHANGES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHANGES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

//! What choices of stages and of settings (pass_choices.h) do with passes of work-items.
namespace gpufft {

constexpr int LARGEST_RADIX = 40; // beyond, registers spill or idle
constexpr int MOST_FILL = 4;      // butterflies per item, of a stage alone

//! There are stages and settings to choose.
bool has_choice(const pass& p);

//! \p p fits a workgroup. Padding is left alone.
bool fits_workgroup(const pass& p, const device_limits& limits);

//! Gives \p p padding of its own. \return false where it does not fit at all
bool set_padding(pass& p, const device_limits& limits);

//! \p p with \p stages, with several numbers of points per item; each way once. Load and
//! store operations are paired where they can be.
std::vector<pass> with_per_item(const pass& p, const std::vector<stage>& stages);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHANGES_H */
