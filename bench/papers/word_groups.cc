/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/papers/gpu_form.h"
#include "bench/papers/word_groups.h"
#include "plan/ir/forms/constant_geometry.h"
#include "plan/simt/padding.h"
#include "plan/stages/stage_per_item.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

constexpr int RADICES[] = { 2, 4, 8, 16 };
constexpr int MOST_POINTS = 32;

//! \p of with stages of \p radix, the last one smaller where need be, with \p points per
//! item where that is possible.
pass with_radix(pass of, std::int64_t length, int radix, int points)
{
    of.stages.clear();
    for (auto rest = length; rest > 1; rest /= of.stages.back().radix)
        of.stages.push_back({ static_cast<int>(std::min<std::int64_t>(radix, rest)), 1 });
    choose_per_item(of, points);
    return of;
}

//! \p of with stages of \p radix by constant geometry, for which all stages must be
//! equal. Outputs are put in order in local memory: else neighbours would be stored far
//! apart.
pass with_constant_geometry(pass of, std::int64_t length, int radix, int points)
{
    of.stages.clear();
    for (auto rest = length; rest > 1; rest /= radix)
        of.stages.push_back({ radix, points / radix });
    of.change_workgroup().has_constant_geometry =
        of.points() == length && has_equal_stages(of);
    of.change_workgroup().staged_output = true;
    return of;
}

//! As many rows as give a workgroup a subgroup.
void fill_subgroup(pass& p, const device_limits& limits)
{
    p.columns.size = 1;
    const int items = p.work_items();
    p.columns.size = (limits.subgroup + items - 1) / items;
}

//! \p base with \p way and padding, or without where there is no room for that.
std::optional<plan> padded(const plan& base, pass way)
{
    try {
        way.change_workgroup().padding = choose_padding(way, base.limits);
    } catch (const plan_error&) {
        return std::nullopt; // stages that differ in points per item
    }
    if (const auto fitting = with_pass(base, way))
        return fitting;
    way.change_workgroup().padding.clear();
    return with_pass(base, way);
}

} // namespace

ordered_json word_groups(const transform& request, paper_timer& with, std::size_t most)
{
    ordered_json result;
    try {
        const auto base = plain_gpu_plan(request, with.on()->info().limits);
        std::vector<plan> plans;
        std::vector<ordered_json> ways;
        const auto add = [&](pass way, int radix, int points) {
            fill_subgroup(way, base.limits);
            const auto fitting = padded(base, way);
            if (!fitting || (most && plans.size() == most))
                return;
            plans.push_back(*fitting);
            ways.push_back(
                { { "radix", radix },
                  { "points", points },
                  { "work_items", request.points() / points },
                  { "geometry",
                    way.workgroup().has_constant_geometry ? "constant" : "direct" } });
        };
        for (const int radix : RADICES) {
            for (int points = radix; points <= MOST_POINTS; points *= 2) {
                const auto way =
                    with_radix(base.passes[0], request.points(), radix, points);
                if (way.points_per_item() != points)
                    continue; // not that many butterflies side by side
                add(way, radix, points);
                const auto other = with_constant_geometry(
                    base.passes[0], request.points(), radix, points);
                if (other.workgroup().has_constant_geometry)
                    add(other, radix, points);
            }
        }
        const auto times = with.time(plans);
        for (std::size_t i = 0; i < ways.size(); ++i)
            ways[i]["time"] = plan_time_json(plans[i], times[i]);
        result["ways"] = ways;
    } catch (const std::exception& e) {
        result = { { "failure", e.what() } };
    }
    return result;
}

} // namespace gpufft::app
