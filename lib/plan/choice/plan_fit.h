/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_FIT_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_FIT_H

#include "plan/ir/plan.h"

namespace gpufft {

//! \p p is sound, and p.limits have the work-items, the local memory, the clusters and
//! the stacks that it takes.
bool fits(const plan& p);

//! Drops the bulk copies that \p p cannot have; work-items then copy these rows.
void drop_unfit_bulk(plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_FIT_H */
