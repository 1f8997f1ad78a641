/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FOLDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FOLDS_H

#include "plan/ir/pass.h"

/*!
 * A dct or dst of type 2 or 3 in several dimensions, in one pass. The last dimension has
 * the load and store operations of plan/ir/io_operations.h, and one or two reals make an
 * inner point of it. The formulas of the other dimensions, of N points, are linear in
 * inner points with complex factors as well, and take them in pairs: a *fold*, in place
 * in local memory (Makhoul 1980). With c = w(4N)^k:
 *
 * type 2, after the DFT     Y[k] = c V[k] + conj c V[N-k], k = 0 .. N / 2
 *                           Y[N-k] = i (c V[k] - conj c V[N-k])
 * type 3, before the DFT    V[k] = conj c (x[k] - i x[N-k]), k = 1 .. N / 2
 *                           V[N-k] = c (x[k] + i x[N-k])
 *
 * With exchanged real and imaginary parts, c and conj c, i and -i change places. The
 * operation on the other side reads or writes Makhoul's permutation along every
 * dimension.
 */
namespace gpufft {

bool folds_input(const pass& p);
bool folds_output(const pass& p);

//! Types 2 and 3 take points in Makhoul's permutation, and fold in several dimensions.
bool is_shuffled(transform_kind kind);

//! The tile is whole in local memory where it is folded.
bool has_room_for_folds(const pass& p);

//! Pairs that are folded along a dimension of \p length points.
std::int64_t input_pairs(std::int64_t length);
std::int64_t output_pairs(std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FOLDS_H */
