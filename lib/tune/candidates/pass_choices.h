/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

/*!
 * Other passes that compute what a pass computes, from the same input to the same output
 * and with the same load and store operations. All of them fit \p limits; check_plan()
 * says whether they suit the plan around them. A pass without a choice (a pointwise pass)
 * gives none; a pass in the SIMD form gives those of vector_choices.h.
 */
namespace gpufft {

/*!
 * Every order of radices, in as few stages as there can be and one more, with several
 * numbers of points per item. Passes that pass_estimate() likes best come first; a few
 * with constant geometry come last.
 * \param most  that are returned
 */
std::vector<pass>
other_stages(const pass& p, const device_limits& limits, std::size_t most);

//! \p p with one thing changed: columns, butterflies per item, twiddle source, exchange,
//! staging, padding, constant geometry, occupancy (min_blocks).
std::vector<pass> other_settings(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_CHOICES_H */
