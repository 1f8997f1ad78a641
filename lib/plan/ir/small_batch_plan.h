/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_SMALL_BATCH_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_SMALL_BATCH_PLAN_H

#include "plan/ir/plan.h"
#include <cstdint>

namespace gpufft {

//! Another plan for small batches: calls of up to `rows` rows.
struct small_batch_plan {
    plan result;
    std::uint32_t rows = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_SMALL_BATCH_PLAN_H */
