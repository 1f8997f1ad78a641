/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/planner/model_plan.h"
#include "plan/request/validate.h"
#include "plan/text/plan_text.h"

namespace gpufft {

chosen_plan choose_plan_without_wisdom(const transform& request,
                                       const device_limits& limits)
{
    validate(request);
    check_device(request, limits);
    if (auto known = builtin_plan(request, limits))
        return { *std::move(known), plan_origin::library, "a plan of the library" };
    auto models = model_plan(request, limits);
    auto found = builtin_plan_of_relative(models);
    if (found && plan_text(found->result) != plan_text(models))
        return { std::move(found->result),
                 plan_origin::library,
                 "settings of the library's plan for " + found->of };
    return { std::move(models), plan_origin::model, "the model" };
}

plan choose_plan(const transform& request, const device_limits& limits)
{
    return choose_plan_without_wisdom(request, limits).result;
}

} // namespace gpufft
