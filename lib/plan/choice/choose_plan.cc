/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/validate.h"

namespace gpufft {

plan choose_plan(const transform& what, const device_limits& limits)
{
    validate(what);
    check_device(what, limits);
    if (auto known = builtin_plan(what, limits))
        return *std::move(known);
    return with_known_settings(model_plan(what, limits));
}

} // namespace gpufft
