/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_PLAN_H

#include "plan/ir/plan.h"

namespace gpufft {

/*!
 * \brief The builtin plan for limits.architecture or, where there is none, the plan that
 * the analytical model thinks fastest under \p limits
 * \throws plan_error  the transform is invalid, or nothing fits the device
 */
plan choose_plan(const transform& request, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_PLAN_H */
