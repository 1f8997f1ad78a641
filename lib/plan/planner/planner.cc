/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/planner/cached_slices.h"
#include "plan/planner/dimension_groups.h"
#include "plan/planner/model_plan.h"
#include "plan/planner/row_per_thread.h"
#include "plan/planner/shared_workspace.h"
#include "plan/request/refuse.h"
#include "plan/request/validate.h"
#include "plan/simd/nt_stores.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

plan model_plan(const transform& request, const device_limits& limits)
{
    return shaped_plan(request, limits, {});
}

plan shaped_plan(const transform& request,
                 const device_limits& limits,
                 const plan_shape& shape)
{
    validate(request);
    check_device(request, limits);
    plan result;
    result.request = request;
    result.limits = limits;
    auto groups = plan_dimensions(packed(request), limits, shape);
    result.passes = std::move(groups.passes);
    result.strategy = std::move(groups.strategy);
    if (result.passes.empty() && groups.had_long_workspace)
        refuse("{} needs more than {} (2^31) elements between the passes of a row; take "
               "loops or dimensions out of it and make them rows, or calls of their own",
               to_string(request),
               MAX_ROW_EXTENT);
    if (result.passes.empty()) {
        throw plan_error(fmt::format(
            "{} does not fit this device: no split keeps a pass within {} bytes of "
            "local memory and {} work-items a workgroup",
            to_string(request),
            limits.local_memory_bytes,
            limits.max_work_items));
    }
    set_workspace_distances(result);
    stream_large_outputs(result.passes, limits);
    slice_for_threads(result);
    slice_for_caches(result);
    return result;
}

} // namespace gpufft
