/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

/*!
 * Other passes that compute what a pass computes, between the same sides and with the
 * same ends. All of them fit \p limits; that they suit the plan around them is for
 * check_plan() to say. What has no choice (a pointwise pass) gives none; of the SIMD form
 * they are those of vector_choices.h.
 */
namespace gpufft {

/*!
 * Every order of radices, in as few stages as there can be and one more, with fills to
 * several numbers of points. Those that pass_estimate() likes best come first, and a few
 * with constant geometry last.
 * \param most  that are returned
 */
std::vector<pass>
other_stages(const pass& p, const device_limits& limits, std::size_t most);

//! \p p with one thing changed: columns, fills, twiddle source, exchange, staging,
//! padding, constant geometry, resident workgroups.
std::vector<pass> other_settings(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H */
