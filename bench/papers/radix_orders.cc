/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/rounded.h"
#include "bench/papers/gpu_form.h"
#include "bench/papers/radix_orders.h"
#include "plan/simt/padding.h"
#include "tune/candidates/pass_choices.h"
#include <algorithm>
#include <set>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t ALL_WAYS = 1000000;
constexpr int LARGEST_RADIX = 16;
constexpr std::size_t MOST_STAGES = 3;

std::vector<int> radices_of(const pass& p)
{
    std::vector<int> radices;
    for (const auto& s : p.stages)
        radices.push_back(s.radix);
    return radices;
}

bool is_asked(const pass& p)
{
    const auto radices = radices_of(p);
    return !p.workgroup().staged_input && !p.workgroup().staged_output &&
           radices.size() <= MOST_STAGES &&
           *std::max_element(radices.begin(), radices.end()) <= LARGEST_RADIX;
}

//! \return for each order of radices the way that looks best, in a fixed order; at most
//! \p most of them, 0: all
std::vector<pass> a_way_an_order(const plan& p, std::size_t most)
{
    std::set<std::vector<int>> seen;
    std::vector<pass> ways;
    for (auto& way : other_stages(p.passes[0], p.limits, ALL_WAYS)) {
        if (is_asked(way) && seen.insert(radices_of(way)).second)
            ways.push_back(std::move(way));
    }
    std::sort(ways.begin(), ways.end(), [](const pass& a, const pass& b) {
        return radices_of(a) < radices_of(b);
    });
    if (most && ways.size() > most)
        ways.resize(most);
    return ways;
}

} // namespace

ordered_json radix_orders(const transform& request, paper_timer& with, std::size_t most)
{
    ordered_json result;
    try {
        const auto base = plain_gpu_plan(request, with.on()->info().limits);
        std::vector<plan> plans;
        std::vector<ordered_json> orders;
        std::vector<std::vector<std::size_t>> places; // of an order's plans
        for (auto way : a_way_an_order(base, most)) {
            const auto padding = choose_padding(way, base.limits);
            way.change_workgroup().padding.clear();
            const auto plain = with_pass(base, way);
            if (!plain)
                continue;
            ordered_json one = { { "radices", radices_of(way) },
                                 { "conflicts", { bank_conflicts(way, base.limits) } } };
            places.push_back({ plans.size() });
            plans.push_back(*plain);
            way.change_workgroup().padding = padding;
            const auto padded = padding.empty() ? std::nullopt : with_pass(base, way);
            if (padded) {
                one["conflicts"].push_back(bank_conflicts(way, base.limits));
                places.back().push_back(plans.size());
                plans.push_back(*padded);
            }
            for (auto& turns : one["conflicts"])
                turns = rounded(turns.get<double>(), 3);
            orders.push_back(std::move(one));
        }
        const auto times = with.time(plans);
        for (std::size_t i = 0; i < orders.size(); ++i) {
            const char* const names[] = { "plain", "padded" };
            for (std::size_t j = 0; j < places[i].size(); ++j)
                orders[i][names[j]] =
                    plan_time_json(plans[places[i][j]], times[places[i][j]]);
        }
        result["orders"] = orders;
    } catch (const std::exception& e) {
        result = { { "failure", e.what() } };
    }
    return result;
}

} // namespace gpufft::app
