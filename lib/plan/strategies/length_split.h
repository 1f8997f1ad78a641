/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_LENGTH_SPLIT_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_LENGTH_SPLIT_H

#include "plan/ir/dft_problem.h"
#include <cstdint>
#include <vector>

/*!
 * N = P_1 P_2 ... P_p. Point n is (j_1, ... j_p) with j_1 the slowest, output k is
 * (k_p, ... k_1) with k_1 the fastest. Pass i transforms digit i; before it, point j_i
 * is multiplied by w(P_1 ... P_i)^(K j_i), K = k_1 + P_1 k_2 + ... All passes but the
 * last write where they read; the last one puts the digits in order. Neighbouring
 * columns share a workgroup, so that global accesses stay in runs.
 */
namespace gpufft {

//! Points of each pass, at least two.
using length_split = std::vector<std::int64_t>;

//! Points of all passes together: the product of \p split.
std::int64_t points_of(const length_split& split);

//! Number of neighbouring columns that pass \p i chooses its own from; its columns divide
//! it.
std::int64_t column_extent(const length_split& split, std::size_t i);

//! The workspace between passes of \p r: the dimension's points are neighbours, or the
//! values of the outer loop that gives the columns.
dft_view split_workspace(const dft_problem& r, column_choice columns);

/*!
 * Pass \p i of \p r, an inner DFT of one dimension: everything but stages and form. Its
 * columns are neighbours within the dimension, or values of one of the outer loops where
 * the choice says so. The workspace between the passes begins at r.workspace_offset.
 */
pass shape_pass(const dft_problem& r,
                const length_split& split,
                std::size_t i,
                column_choice columns);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_LENGTH_SPLIT_H */
