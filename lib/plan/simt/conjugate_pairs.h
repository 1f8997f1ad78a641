/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONJUGATE_PAIRS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONJUGATE_PAIRS_H

#include "plan/ir/pass.h"
#include "plan/simt/tile.h"
#include <cstdint>

/*!
 * Load and store operations that take conjugate pairs k and -k, two points of the inner
 * DFT at once, in the registers of a work-item. Of M points, R the radix of the last
 * stage and L = M / R, butterfly K of it makes outputs K, K + L ... Where the store
 * operation needs pairs, a work-item holds butterflies K and L - K, so outputs k and M -
 * k; the one with K = 0, which is its own conjugate, also holds L / 2, which is another
 * one. So L / 2 work-items have all pairs; without this, outputs would be exchanged once
 * more and each pair looked up.
 *
 * The load operation of a dct2 makes points j and M - 1 - j from four neighbouring reals
 * of the caller, x[4j] ... x[4j+3]: the first stage holds butterflies n and L - 1 - n,
 * now with the radix of that stage.
 *
 * The store operation of a dct3 or dst3, which needs no pairs, puts the four reals of
 * outputs k and M - 1 - k beside each other where the last stage holds butterflies K and
 * L - 1 - K. A dct4 or dst4 loads and stores such pairs as two times two neighbours.
 *
 * The load operation of a c2r makes points n and M - n from bins n and M - n, that of a
 * dct3 or dst3 from four reals: its first stage holds butterflies n and L - n, as the
 * last one of a store operation does.
 *
 * The last pass of several has paired columns instead (workgroup_kernel): butterfly n of
 * column K is the conjugate of butterfly L - 1 - n of the partner column. Column 0 and
 * its partner, which are their own conjugates, share work-items: one half of them takes
 * butterflies n and L - 1 - n of the one column, the others n and L - 1 - n of the other
 * column.
 *
 * A pass of one stage has all points of a row in registers anyway.
 */
namespace gpufft {

//! The load (store) operation of \p p needs conjugate pairs, and all pairs of a dimension
//! are in the workgroup, as numbers that registers take as they are.
bool has_paired_load(const pass& p);
bool has_paired_store(const pass& p);

//! has_paired_load() or has_paired_store(), once \p p has stages for \p points.
bool may_have_pairs(const pass& p, std::int64_t points);

//! The pairs of the first (last) stage are butterflies n and L - 1 - n, not n and L - n.
bool loads_complements(const pass& p);
bool stores_complements(const pass& p);

//! The digits of \p p let its first (last) stage hold conjugate butterflies.
bool can_pair_input(const pass& p);
bool can_pair_output(const pass& p);

//! Rows follow one another without a gap, so that a workgroup's are staged as they are.
bool can_stage_paired_input(const pass& p);
bool can_stage_paired_output(const pass& p);

//! Complex elements of local memory from row to row of a paired input, or output, that is
//! staged.
std::int64_t staged_row(const pass& p, bool is_input);

//! Butterflies of stage \p i that a row, or column, has in the workgroup.
std::int64_t butterflies_of(const pass& p, std::size_t i);

//! Sum that the second butterfly of work-item \p t adds to an address in step \p i, which
//! is paired; for the first butterfly see lane_offset(). For paired columns, this is for
//! a tile without column 0.
std::int64_t conjugate_offset(const pass& p,
                              const tile& layout,
                              std::size_t i,
                              std::int64_t t,
                              std::int64_t atom::*weight);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONJUGATE_PAIRS_H */
