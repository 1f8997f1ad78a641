/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/dimension_groups.h"
#include "plan/known_plans.h"
#include "plan/plan.h"
#include "plan/streaming.h"
#include "plan/thread_rows.h"
#include "plan/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <map>

namespace gpufft {

namespace {

//! Elements of a side of \p p in a complex one.
std::int64_t in_complex(const end_operation& e)
{
    return e.stored == element::real ? 2 : 1;
}

//! Calls body(distance, complex elements a unit of it is) for each side in the scratch.
template <typename Pass, typename Body>
void each_scratch_side(Pass& p, Body body)
{
    if (p.from == place::scratch)
        body(p.input_distance, in_complex(p.load));
    if (p.to == place::scratch)
        body(p.output_distance, in_complex(p.store));
}

/*!
 * Passes that share the scratch find each row's part in the same place: those that count
 * the transform's rows, and those that count rows of their own and have it to themselves.
 */
void set_scratch_distances(plan& p)
{
    std::map<std::int64_t, std::int64_t> most; // complex elements, by the row factor
    for (const auto& one : p.passes) {
        each_scratch_side(one, [&](std::int64_t distance, std::int64_t units) {
            auto& known = most[one.row_factor];
            known = std::max(known, (distance + units - 1) / units);
        });
    }
    if (const auto found = most.find(1); found != most.end())
        found->second = p.scratch_points();
    for (auto& one : p.passes) {
        each_scratch_side(one, [&](std::int64_t& distance, std::int64_t units) {
            distance = most[one.row_factor] * units;
        });
    }
}

} // namespace

std::int64_t plan::scratch_points() const
{
    std::int64_t most = 0;
    for (const auto& p : passes) {
        each_scratch_side(p, [&](std::int64_t distance, std::int64_t units) {
            most = std::max(most, (distance * p.row_factor + units - 1) / units);
        });
    }
    return most;
}

plan model_plan(const transform& what, const device_limits& limits)
{
    return shaped_plan(what, limits, {});
}

plan shaped_plan(const transform& what,
                 const device_limits& limits,
                 const plan_shape& shape)
{
    validate(what);
    check_device(what, limits);
    plan made;
    made.what = what;
    made.limits = limits;
    auto groups = plan_dimensions(packed(what), limits, shape);
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
    set_scratch_distances(made);
    stream_large_outputs(made.passes, limits);
    slice_for_threads(made);
    return made;
}

plan choose_plan(const transform& what, const device_limits& limits)
{
    validate(what);
    check_device(what, limits);
    if (auto known = known_plan(what, limits))
        return *std::move(known);
    return with_known_settings(model_plan(what, limits));
}

} // namespace gpufft
