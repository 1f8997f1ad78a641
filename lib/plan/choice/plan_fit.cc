/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_plan.h"
#include "plan/choice/plan_fit.h"
#include "plan/simd/vector_stages.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

bool fits_workgroups(const pass& p, const device_limits& on)
{
    return p.is_workgroup() &&
           p.workgroup().cluster.size <= std::max(1, on.max_cluster) &&
           p.launched_items() <= on.max_work_items &&
           (p.workgroup().filter_items == 0 || on.max_cluster > 1) &&
           local_memory_bytes(p) <= on.local_memory_bytes;
}

//! A machine of the same product may give threads smaller stacks.
bool fits_vectors(const pass& p, const device_limits& on)
{
    return p.is_vector() && on.is_cpu &&
           workspace_vectors(p) <=
               most_row_vectors(p.lanes(), p.number, on.row_stack_bytes);
}

} // namespace

bool fits(const plan& p)
{
    try {
        check_plan(p);
    } catch (const plan_error&) {
        return false;
    }
    return std::all_of(p.passes.begin(), p.passes.end(), [&](const pass& one) {
        return one.is_pointwise() || fits_vectors(one, p.limits) ||
               fits_workgroups(one, p.limits);
    });
}

void drop_unfit_bulk(plan& p)
{
    for (auto& one : p.passes)
        drop_unfit_bulk(one, p.limits);
}

} // namespace gpufft
