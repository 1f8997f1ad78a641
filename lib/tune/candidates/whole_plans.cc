/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/relatives.h"
#include "plan/ir/dft_length.h"
#include "plan/planner/model_plan.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/pass_estimate.h"
#include "tune/candidates/vector_choices.h"
#include "tune/candidates/whole_plans.h"
#include <gpufft/error.h>
#include <algorithm>
#include <set>

namespace gpufft {

namespace {

//! Less than \p limits in one thing or two.
std::vector<device_limits> lesser(const device_limits& limits)
{
    std::vector<device_limits> all;
    const auto add = [&](auto change) {
        auto less = limits;
        less.architecture.clear();
        change(less);
        all.push_back(less);
    };
    add([](auto&) {});
    if (limits.is_cpu) {
        for (int width = limits.vector_width / 2; width >= 4; width /= 2)
            add([&](auto& l) { l.vector_width = width; });
        return all;
    }
    for (const bool clusters : { true, false }) {
        if (clusters && limits.max_cluster < 2)
            continue;
        for (const int part : { 1, 2, 4, 8 }) {
            add([&](auto& l) {
                l.max_cluster = clusters ? l.max_cluster : 0;
                l.local_memory_bytes /= part;
            });
            add([&](auto& l) {
                l.max_cluster = clusters ? l.max_cluster : 0;
                l.registers /= part;
            });
            add([&](auto& l) {
                l.max_cluster = clusters ? l.max_cluster : 0;
                l.max_work_items /= part;
            });
        }
    }
    return all;
}

//! Points that a pass of several, which does part of a convolution, goes over for one
//! that is asked for.
double padding_of(const pass& p)
{
    const auto& along = p.dimensions.back();
    if (p.dimensions.size() > 1 || p.points() == along.length)
        return 1;
    const auto asked = dft_length(p, p.store);
    return std::max(1.0, static_cast<double>(along.length) / static_cast<double>(asked));
}

} // namespace

std::vector<plan> whole_plans(const transform& request, const device_limits& limits)
{
    std::vector<plan> all = { choose_plan(request, limits) };
    std::set<std::string> seen = { plan_text(all.front()) };
    for (const auto& less : lesser(limits)) {
        try {
            const auto line = plan_text(model_plan(request, less));
            if (!seen.insert(line).second)
                continue;
            if (auto result = builtin_plan_of(line, request, limits))
                all.push_back(*std::move(result));
        } catch (const plan_error&) {
            // With so little there is none.
        }
    }
    return all;
}

std::vector<plan> hinted_plans(const transform& request,
                               const device_limits& limits,
                               const device_key& on,
                               call_size rows,
                               const wisdom_index& book)
{
    std::vector<plan> all;
    for (const auto* hint : book.hints(on, to_string(request), rows)) {
        if (auto result = builtin_plan_of(hint->plan, request, limits))
            all.push_back(*std::move(result));
    }
    const auto plain = plain_transform(request);
    const auto planners = choose_plan(request, limits);
    for (const auto* hint : book.hints(on, to_string(plain), rows)) {
        const auto known = builtin_plan_of(hint->plan, plain, limits);
        if (auto result = known ? relative_plan(*known, planners) : std::nullopt)
            all.push_back(*std::move(result));
    }
    return all;
}

double plan_estimate(const plan& p)
{
    double cost = 0;
    for (const auto& one : p.passes) {
        if (one.is_pointwise())
            cost += 1;
        else if (one.is_vector())
            cost += padding_of(one) * vector_estimate(one, p.limits);
        else
            cost += padding_of(one) * pass_estimate(one, p.limits);
    }
    return cost;
}

} // namespace gpufft
