/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/papers/gpu_form.h"
#include "plan/check/check_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/simt/tile.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::app {

namespace {

constexpr int DEFAULT_BANKS = 32;
constexpr std::int64_t DEFAULT_LOCAL_BYTES = 48 * 1024; // CPU devices: all of a cache
constexpr int DEFAULT_WORK_ITEMS = 512; // CPU devices take thousands, one after the other

} // namespace

device_limits gpu_form_limits(device_limits limits)
{
    limits.architecture.clear(); // the model's plans, not the built-in ones
    limits.max_cluster = 0;
    if (!limits.is_cpu)
        return limits;
    const device_limits by_default;
    limits.is_cpu = false;
    limits.vector_width = 1;
    limits.subgroup = by_default.subgroup;
    limits.local_memory_banks = DEFAULT_BANKS;
    limits.local_memory_bytes = std::min(limits.local_memory_bytes, DEFAULT_LOCAL_BYTES);
    limits.max_work_items = std::min(limits.max_work_items, DEFAULT_WORK_ITEMS);
    return limits;
}

plan plain_gpu_plan(const transform& request, const device_limits& limits)
{
    auto result = model_plan(request, gpu_form_limits(limits));
    if (result.passes.size() != 1 || result.passes[0].is_vector())
        throw plan_error(fmt::format("{} takes no single pass of work-items here",
                                     to_string(request)));
    auto& only = result.passes[0];
    only.change_workgroup().staged_input = only.change_workgroup().staged_output = false;
    only.change_workgroup().columns_fastest = false;
    only.change_workgroup().paired_input = only.change_workgroup().paired_output = false;
    only.change_workgroup().parts = exchange::whole;
    only.change_workgroup().min_blocks = 0;
    only.change_workgroup().padding.clear();
    return result;
}

std::optional<plan> with_pass(const plan& p, const pass& only)
{
    auto result = p;
    result.passes[0] = only;
    try {
        if (only.work_items() > p.limits.max_work_items ||
            local_memory_bytes(only) > p.limits.local_memory_bytes)
            return std::nullopt;
        check_plan(result);
    } catch (const plan_error&) {
        return std::nullopt; // stages that differ in points per item
    }
    return result;
}

} // namespace gpufft::app
