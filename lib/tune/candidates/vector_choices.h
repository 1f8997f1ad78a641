/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_VECTOR_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_VECTOR_CHOICES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

//! pass_choices.h for the SIMD form.
namespace gpufft {

//! \p p with every order of radices along one dimension, the other dimensions as they
//! are. Where lanes are points of a row, the number of lanes fixes the first stage.
//! Passes that vector_estimate() likes best come first.
std::vector<pass> other_vector_stages(const pass& p, std::size_t most);

//! \p p shared by half or twice as many workgroups, 1 to 64 for each compute unit.
std::vector<pass> other_workgroups(const pass& p, const device_limits& limits);

//! \p p with fewer twiddles after its first stage in the table, and products for the
//! others, or with all of them; none where lanes are not points of a row.
std::vector<pass> other_tile_twiddles(const pass& p);

//! \p p with non-temporal stores always, or never; none where it cannot have them.
std::vector<pass> other_streaming(const pass& p);

//! \p p with its inputs prefetched nearer, farther ahead, or not at all; none where it
//! prefetches nothing.
std::vector<pass> other_prefetches(const pass& p);

//! \p p with another padding of its stack buffer, or without one; none where the
//! first-level cache holds all of it, or nothing may be left out.
std::vector<pass> other_paddings(const pass& p);

//! \p p with its last stages in other orders of loops; none where the stack buffer is
//! near in any order.
std::vector<pass> other_last_stages(const pass& p);

//! What \p p costs, about, where a copy costs 1: each stage passes over the stack buffer,
//! and too few registers spill.
double vector_estimate(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_VECTOR_CHOICES_H */
