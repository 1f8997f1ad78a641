/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_VECTOR_PADDED_SPLIT_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_VECTOR_PADDED_SPLIT_H

#include "plan/ir/dft_problem.h"
#include "plan/strategies/length_split.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief Ways to do \p r over vectors of \p lanes as a convolution of M points in three
 * passes, the cheapest first: M = first * second, a multiple of the lanes each
 *
 * Where r.split is set, it is the only way that is considered.
 * \param most  that are returned; none where nothing fits
 */
std::vector<length_split> vector_padded_splits(const dft_problem& r,
                                               int lanes,
                                               std::size_t most,
                                               const device_limits& limits);

//! The passes of the cheapest such split, with operations of \p by at the caller's ends;
//! none where nothing fits.
std::vector<pass> make_vector_padded_passes(const dft_problem& r,
                                            convolution by,
                                            const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_VECTOR_PADDED_SPLIT_H */
