/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_SPLIT_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_SPLIT_H

#include "plan/strategies/length_split.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <optional>
#include <vector>

/*!
 * Bluestein's algorithm in several passes: which of the lengths that a convolution may
 * have (padded_lengths.h) is divided into them, and how.
 */
namespace gpufft {

/*!
 * M = P_1 P_2 or P_1 P_2 P_3, the passes' points. All passes but the one that convolves,
 * over P_p, are done twice.
 */
struct padded_split {
    length_split factors;
    //! Columns of each pass: values of one of the outer loops, or neighbouring points,
    //! whose number divides P_p, in the last pass P_1.
    std::vector<std::int64_t> columns;
    int other = -1; //!< -1: neighbouring points
    double cost = 0;

    std::int64_t points() const; //!< M
};

//! The best splits that may fit the device, \p most of them, cheapest first.
std::vector<padded_split>
padded_splits(const dft_problem& r, const device_limits& limits, std::size_t most = 8);

//! The split into \p factors, two at least, whatever it costs. Nothing where a workgroup
//! has no room for the points of one of them.
std::optional<padded_split> padded_split_of(const dft_problem& r,
                                            const length_split& factors,
                                            const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_SPLIT_H */
