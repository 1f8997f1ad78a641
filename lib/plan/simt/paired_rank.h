/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_PAIRED_RANK_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_PAIRED_RANK_H

#include "plan/ir/pass.h"

/*!
 * Conjugate pairs of outputs of a tile that a cluster of workgroups shares. The exchange
 * shares out k, the output of the stage before it, r values, and outputs K and -K must
 * come to one group. Where an output k_1 ... of the stages before that is not 0, the
 * conjugate of k is r - 1 - k; where they are all 0 it is r - k, and 0 and r / 2 are
 * their own. So a group has neighbouring k below r / 2, the near ones, and their
 * conjugates, the far ones; r / 2 is the far one for 0. In local memory and in the
 * numbers of work-items the near ones come first.
 */
namespace gpufft {

//! The groups of the cluster of \p p hold conjugate pairs of outputs.
bool has_paired_rank(const pass& p);

//! \p p may ask for paired ranks: the exchange shares out the outputs of one stage alone,
//! an even number of them to each group.
bool can_pair_rank(const pass& p);

//! The stage whose outputs are shared out, from 0.
std::size_t shared_stage(const pass& p);

//! Outputs of the stages up to the shared one, with it or without it.
std::int64_t outputs_shared(const pass& p);
std::int64_t outputs_before_shared(const pass& p);

//! Near outputs of the shared stage in a group.
int pairs_of_group(const pass& p);

//! The value of the digit, as it is shared out, for output \p k of the shared stage;
//! \p is_zero: the outputs of the stages before it are all 0.
int paired_place(const pass& p, int k, bool is_zero);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_PAIRED_RANK_H */
