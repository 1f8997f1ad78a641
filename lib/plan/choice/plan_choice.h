/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_CHOICE_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_CHOICE_H

#include "plan/choice/choose_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/ir/plan.h"
#include "plan/wisdom/wisdom_index.h"
#include <optional>
#include <string>

namespace gpufft {

//! Who knew the plan, the least trustworthy first.
enum class plan_origin {
    model,        //!< nobody: the analytical model thinks so
    library,      //!< it comes with the library (builtin_plans.h)
    architecture, //!< wisdom of another device of the architecture
    wisdom,       //!< wisdom of this device
};

struct chosen_plan {
    plan result;
    plan_origin from = plan_origin::model;
    //! For people: "the model", "wisdom of this device for c2c forward 4096"
    std::string says;
};

//! choose_plan() of choose_plan.h, with who knew the plan.
chosen_plan choose_plan_without_wisdom(const transform& request,
                                       const device_limits& limits);

/*!
 * \brief The plan of \p request on a device: by wisdom, or else what choose_plan() says
 *
 * Wisdom of this very device comes first, then wisdom of other devices of its
 * architecture. Wisdom for only a relative of \p request, relatives.h, the nearest first,
 * gives its settings to the planner's passes, as builtin plans do. Wisdom measured with
 * another driver or version is not used, nor are plans that do not fit the device. The
 * model plans for probed_limits().
 *
 * \param how  estimate: \p book is not looked at
 * \throws plan_error  as choose_plan()
 */
chosen_plan choose_plan(const transform& request,
                        const device_limits& limits,
                        const device_key& on,
                        effort how,
                        const wisdom_index& book);

//! \p planners with the settings that wisdom has for its kind, lengths and precision.
//! This serves plans that cannot be measured as they are, in place of choose_plan().
//! Nothing where wisdom has no settings that suit.
std::optional<chosen_plan>
with_wise_settings(const plan& planners, const device_key& on, const wisdom_index& book);

//! choose_plan_for_small_batch() of the library, or the plan that wisdom of this device
//! has instead. Where the library has no such plan, the plan of wisdom serves as many
//! rows as were measured.
std::optional<small_batch_plan> choose_plan_for_small_batch(const plan& many,
                                                            const device_key& on,
                                                            effort how,
                                                            const wisdom_index& book);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PLAN_CHOICE_H */
