/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_MODEL_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_MODEL_PLAN_H

#include "plan/ir/plan.h"

namespace gpufft {

//! The plan that the analytical model thinks fastest under \p limits, whatever is known.
//! \throws plan_error  the transform is invalid, or nothing fits the device
plan model_plan(const transform& request, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_MODEL_PLAN_H */
