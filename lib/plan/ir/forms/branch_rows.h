/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_BRANCH_ROWS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_BRANCH_ROWS_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * A pass that adds up branches transforms the rows of a synthesizer and makes its samples
 * of them. A row of N points makes M = N / P samples, P points a branch being 1 or 2;
 * with K taps a branch, v[r] the transform of row r, and row 0 number `first` of the
 * stream,
 *
 *     y[r M + b] = sum over k of taps[k M + b] v[r - k][(b + (first + r + 1) M) mod N].
 *
 * A workgroup makes the samples of pass::rows_of_group() rows and transforms those and
 * the K - 1 before them, which the workgroup before transforms as well: no row goes to
 * memory. The rows of a batch begin with K - 1 that have no samples. A work-item makes
 * the samples of a branch in `branch_rows` rows that take the same point, P apart, and
 * takes each of their values from local memory once.
 */
namespace gpufft {

constexpr int MOST_BRANCH_ROWS = 64;
constexpr int MOST_BRANCH_TERMS = 1 << 11; //!< each is a statement of the kernel
constexpr int MOST_POINTS_A_BRANCH = 2;

//! The form of \p p and of its operations let it add up branches: work-items have all of
//! plain complex rows. How many rows a workgroup has is left aside.
bool suits_branch_sums(const pass& p);

//! Samples of a row of \p p.
std::int64_t branches_of(const pass& p);

//! Rows from the first to behind the last that work-items of one number share: those that
//! take either point of a branch.
std::int64_t rows_of_branch_items(const pass& p);

//! Points of rows that a workgroup's work-items share: a work-item makes samples of one
//! at a time.
std::int64_t branch_points(const pass& p);

//! Values that a work-item takes for one point.
std::int64_t branch_values(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_BRANCH_ROWS_H */
