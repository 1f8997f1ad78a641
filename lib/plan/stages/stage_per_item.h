/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H

#include "plan/ir/pass.h"
#include <vector>

//! Butterflies that work-items hold in a stage beside one: several more, or the conjugate
//! one.
namespace gpufft {

//! Sets butterflies per item that bring every stage of \p p as near to \p target points
//! as its neighbours allow, but for paired stages.
void choose_per_item(pass& p, int target);
//! Overload of choose_per_item() with room to work in, \p taken, that is kept from call
//! to call.
void choose_per_item(pass& p, int target, std::vector<int>& taken);

//! Pairs the load and store operations of \p p, whose stages are chosen, where they can
//! be paired within \p most_held points of a work-item.
void pair_io(pass& p, int most_held);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PER_ITEM_H */
