/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/papers/gpu_form.h"
#include "apps/papers/word_groups.h"
#include "plan/padding.h"
#include "plan/stage_choice.h"
#include <algorithm>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

constexpr int RADICES[] = { 2, 4, 8, 16 };
constexpr int MOST_POINTS = 32;

//! \p of with stages of \p radix, the last one smaller where need be, which hold
//! \p points where they can.
pass with_radix(pass of, std::int64_t length, int radix, int points)
{
    of.stages.clear();
    for (auto rest = length; rest > 1; rest /= of.stages.back().radix)
        of.stages.push_back({ static_cast<int>(std::min<std::int64_t>(radix, rest)), 1 });
    choose_fills(of, points);
    return of;
}

//! As many rows as give a workgroup a subgroup.
void fill_subgroup(pass& p, const device_limits& limits)
{
    p.columns.size = 1;
    const int items = p.work_items();
    p.columns.size = (limits.subgroup + items - 1) / items;
}

} // namespace

ordered_json word_groups(const transform& what, paper_timer& with, std::size_t most)
{
    ordered_json made;
    try {
        const auto base = plain_gpu_plan(what, with.on()->info().limits);
        std::vector<plan> plans;
        std::vector<ordered_json> ways;
        for (const int radix : RADICES) {
            for (int points = radix; points <= MOST_POINTS; points *= 2) {
                auto way = with_radix(base.passes[0], what.points(), radix, points);
                if (way.points_held() != points)
                    continue; // not that many butterflies side by side
                fill_subgroup(way, base.limits);
                way.padding = choose_padding(way, base.limits);
                auto fitting = with_pass(base, way);
                if (!fitting) { // not with padding
                    way.padding.clear();
                    fitting = with_pass(base, way);
                }
                if (!fitting || (most && plans.size() == most))
                    continue;
                plans.push_back(*fitting);
                ways.push_back({ { "radix", radix },
                                 { "points", points },
                                 { "work_items", what.points() / points } });
            }
        }
        const auto times = with.time(plans);
        for (std::size_t i = 0; i < ways.size(); ++i)
            ways[i]["time"] = plan_time_json(plans[i], times[i]);
        made["ways"] = ways;
    } catch (const std::exception& e) {
        made = { { "failure", e.what() } };
    }
    return made;
}

} // namespace gpufft::app
