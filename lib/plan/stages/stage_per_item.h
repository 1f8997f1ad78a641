/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H

#include "plan/ir/pass.h"
#include <vector>

//! What work-items hold in a stage beside one butterfly: several more, or an opposite.
namespace gpufft {

//! Fills that bring every stage of \p p as near to \p target points as its neighbours
//! allow, but for those that are paired.
void choose_per_item(pass& p, int target);
//! choose_per_item() with room to work in, \p taken, that is kept from call to call.
void choose_per_item(pass& p, int target, std::vector<int>& taken);

//! Pairs what the ends of \p p, whose stages are chosen, can pair within \p most_held
//! points of a work-item.
void pair_io(pass& p, int most_held);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H */
