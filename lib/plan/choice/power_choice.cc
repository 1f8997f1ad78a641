/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/choose_power_plan.h"
#include "plan/choice/power_choice.h"
#include "plan/choice/probed_limits.h"
#include "plan/simd/nt_stores.h"
#include <algorithm>

namespace gpufft {

chosen_power_plan choose_power_plan(const power_request& request,
                                    const device_limits& told,
                                    const device_key& on,
                                    effort how,
                                    const wisdom_index& book)
{
    const auto limits = how == effort::estimate ? told : probed_limits(told, on, book);
    chosen_power_plan chosen = { choose_power_plan(request, limits),
                                 plan_origin::model,
                                 "the planner" };
    if (how == effort::estimate)
        return chosen;
    const auto& planners = chosen.result.front;
    auto wise = with_wise_settings(planners, on, book);
    if (!wise)
        return chosen;
    // The next launch reads the spectra at once, whereas the timed spectra were not read
    // again: non-temporal stores were faster there, and are slower here.
    for (std::size_t i = 0;
         i < std::min(planners.passes.size(), wise->result.passes.size());
         ++i)
        set_nt_store_rows(wise->result.passes[i],
                          planners.passes[i].vector().nt_store_rows);
    chosen.result.front = std::move(wise->result);
    chosen.from = wise->from;
    chosen.says = std::move(wise->says);
    return chosen;
}

} // namespace gpufft
