/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/papers/gpu_form.h"
#include "bench/papers/pass_counts.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/text/plan_text.h"
#include <gpufft/error.h>
#include <algorithm>
#include <set>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t LEAST_LOCAL_BYTES = 1024;

//! A split is timed once: of the first plan that has it.
std::vector<std::int64_t> split_of(const plan& p)
{
    std::vector<std::int64_t> points;
    for (const auto& one : p.passes)
        points.push_back(one.is_pointwise() ? 1 : one.points());
    return points;
}

std::vector<plan> plans_of(const transform& request, const device_limits& limits)
{
    std::vector<plan> all = { choose_plan(request, limits) };
    std::set<std::vector<std::int64_t>> seen;
    if (!all[0].passes[0].is_vector())
        seen.insert(split_of(all[0]));
    auto less = gpu_form_limits(limits);
    for (; less.local_memory_bytes >= LEAST_LOCAL_BYTES; less.local_memory_bytes /= 2) {
        try {
            auto result = model_plan(request, less);
            if (seen.insert(split_of(result)).second)
                all.push_back(std::move(result));
        } catch (const plan_error&) {
            break; // with so little there is none
        }
    }
    return all;
}

} // namespace

ordered_json pass_counts(const transform& request, paper_timer& with, std::size_t most)
{
    ordered_json result;
    try {
        auto plans = plans_of(request, with.on()->info().limits);
        if (most && plans.size() > most)
            plans.resize(most);
        const auto times = with.time(plans);
        result["plans"] = ordered_json::array();
        for (std::size_t i = 0; i < plans.size(); ++i) {
            auto one = plan_time_json(plans[i], times[i]);
            const bool is_simd = plans[i].passes[0].is_vector();
            one["form"] = is_simd ? "vectors" : "work-items";
            one["split"] = split_of(plans[i]);
            result["plans"].push_back(std::move(one));
        }
    } catch (const std::exception& e) {
        result = { { "failure", e.what() } };
    }
    return result;
}

} // namespace gpufft::app
