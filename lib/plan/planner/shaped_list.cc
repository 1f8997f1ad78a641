/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/planner/shaped_list.h"
#include "plan/text/plan_text.h"
#include <gpufft/error.h>
#include <utility>

namespace gpufft {

shaped_list::shaped_list(const transform& request,
                         const device_limits& limits,
                         std::size_t fewest_passes)
    : d_request(request), d_limits(limits), d_fewest_passes(fewest_passes)
{
}

bool shaped_list::add(const plan_shape& shape)
{
    try {
        auto result = shaped_plan(d_request, d_limits, shape);
        if (result.passes.size() < d_fewest_passes ||
            !d_seen.insert(plan_text(result)).second)
            return false;
        d_plans.push_back(std::move(result));
        return true;
    } catch (const plan_error&) {
        return false; // a pass does not fit, or the algorithm does not apply
    }
}

} // namespace gpufft
