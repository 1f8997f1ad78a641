/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_BRANCH_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_BRANCH_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include <cstdint>

// clang-format off
/*!
 * The FIR filters of a polyphase synthesizer: rows of complex floats become samples. With
 * M branches, a row has N = P M points, P being `points_a_branch`, 1 or 2:
 *
 *     y[r M + b] = sum over k of taps[k M + b] v[r - k][(b + (first + r + 1) M) mod N]
 *
 * branch_sums  const float2* rows [K - 1 + count][N], const float* taps [K][M],
 *              float2* out [count][M], uint branches, uint taps_per_branch, uint first,
 *              uint count
 *              M is `branches`, K is `taps_per_branch`. The rows begin with K - 1 that
 *              lie before the first one that has outputs, which is number `first` of the
 *              stream. The memory of rows, taps and outputs lies apart.
 *
 * It takes branch_groups() workgroups. A work-item sums up a branch in BRANCH_ROWS rows
 * that take the same point of it, P apart, so that each of their values is loaded once.
 */
// clang-format on
namespace gpufft {

//! Rows that a work-item of branch_sums has outputs of: see measurements.md, "Rows of a
//! branch sum".
constexpr int BRANCH_ROWS = 8;

//! \param points_a_branch  1, or 2 where rows in turn take either half of the points
kernel_source generate_branch_sums(int points_a_branch, const dialect& d);

//! Workgroups of a launch for \p rows rows of outputs.
std::uint64_t
branch_groups(int points_a_branch, std::uint64_t branches, std::uint64_t rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_BRANCH_KERNELS_H */
