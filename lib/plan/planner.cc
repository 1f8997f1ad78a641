/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/dimension_groups.h"
#include "plan/plan.h"
#include "plan/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

bool uses_scratch(const pass& p)
{
    return p.from == place::scratch || p.to == place::scratch;
}

//! Elements of a side of \p p in a complex one.
std::int64_t in_complex(const end_operation& e)
{
    return e.stored == element::real ? 2 : 1;
}

/*!
 * Passes that share the scratch find each row's part in the same place. A pass that
 * counts rows of its own has the scratch for itself, and lays it out in those.
 */
void set_scratch_distances(plan& p)
{
    const auto total = p.scratch_points();
    for (auto& one : p.passes) {
        if (one.row_factor > 1)
            continue;
        if (one.from == place::scratch)
            one.input_distance = total * in_complex(one.load);
        if (one.to == place::scratch)
            one.output_distance = total * in_complex(one.store);
    }
}

} // namespace

std::int64_t plan::scratch_points() const
{
    std::int64_t most = 0;
    const auto reach = [&](std::int64_t distance, std::int64_t factor, std::int64_t in) {
        most = std::max(most, (distance * factor + in - 1) / in);
    };
    for (const auto& p : passes) {
        if (p.from == place::scratch)
            reach(p.input_distance, p.row_factor, in_complex(p.load));
        if (p.to == place::scratch)
            reach(p.output_distance, p.row_factor, in_complex(p.store));
    }
    return most;
}

plan choose_plan(const transform& what, const device_limits& limits)
{
    validate(what);
    check_device(what, limits);
    plan made;
    made.what = what;
    made.limits = limits;
    auto groups = plan_dimensions(packed(what), limits);
    made.passes = std::move(groups.passes);
    made.strategy = std::move(groups.strategy);
    if (made.passes.empty()) {
        throw plan_error(fmt::format(
            "{} does not fit this device: no split keeps a pass within {} bytes of "
            "local memory and {} work-items a workgroup",
            to_string(what),
            limits.local_memory_bytes,
            limits.max_work_items));
    }
    if (std::any_of(made.passes.begin(), made.passes.end(), uses_scratch))
        set_scratch_distances(made);
    return made;
}

} // namespace gpufft
