/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_POWER_CHOICE_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_POWER_CHOICE_H

#include "plan/choice/choose_power_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/ir/power.h"

namespace gpufft {

struct chosen_power_plan {
    power_plan result;
    plan_origin from = plan_origin::model;
    std::string says; //!< chosen_plan::says
};

/*!
 * \brief choose_power_plan(), with the settings that wisdom has for the transform in it
 *
 * Wisdom was measured without a window and with spectra as outputs. Its stages and
 * exchanges go into the planner's passes; the load and store operations stay the
 * planner's. Where the stages do not suit, the whole plan stays the planner's: in one
 * pass, frames of real samples have an inner DFT twice as long as an r2c.
 *
 * \param how  estimate: \p book is not looked at
 * \throws plan_error  as choose_power_plan()
 */
chosen_power_plan choose_power_plan(const power_request& request,
                                    const device_limits& limits,
                                    const device_key& on,
                                    effort how,
                                    const wisdom_index& book);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_POWER_CHOICE_H */
