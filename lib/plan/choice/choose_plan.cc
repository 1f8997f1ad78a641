/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/validate.h"

namespace gpufft {

plan choose_plan(const transform& request, const device_limits& limits)
{
    validate(request);
    check_device(request, limits);
    if (auto known = builtin_plan(request, limits))
        return *std::move(known);
    return with_known_settings(model_plan(request, limits));
}

} // namespace gpufft
