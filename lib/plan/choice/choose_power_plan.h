/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H

#include "plan/ir/power.h"

namespace gpufft {

//! \throws plan_error  says what was asked, what is wrong and what would work
power_plan choose_power_plan(const power_request& request, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H */
