/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/roots/prime_factors.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/stages/stage_per_item.h"
#include "tune/candidates/joined_choices.h"
#include "tune/candidates/pass_changes.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

constexpr int POINTS_HELD[] = { 4,  5,  6,  8,  10, 12, 14, 15, 16,
                                18, 20, 24, 25, 28, 30, 32, 40 };

} // namespace

bool has_choice(const pass& p) { return p.is_workgroup(); }

bool fits_workgroup(const pass& p, const device_limits& limits)
{
    try {
        return p.launched_items() <= limits.max_work_items &&
               local_memory_bytes(p) <= limits.local_memory_bytes;
    } catch (const plan_error&) {
        return false; // stages that differ in points per item
    }
}

bool set_padding(pass& p, const device_limits& limits)
{
    p.change_workgroup().padding.clear();
    if (!fits_workgroup(p, limits))
        return false;
    try {
        p.change_workgroup().padding = choose_padding(p, limits);
    } catch (const plan_error&) {
        return false; // a change that does not suit the rest
    }
    if (!fits_workgroup(p, limits))
        p.change_workgroup().padding.clear();
    return true;
}

std::vector<pass> with_per_item(const pass& p, const std::vector<stage>& stages)
{
    std::vector<pass> all;
    auto bare = p;
    bare.stages = stages;
    bare.change_workgroup().exchange_order.clear();
    for (auto& s : bare.stages)
        s.per_item = 1;
    bare.order.has_prime_factors = suits_prime_factors(bare);
    pair_io(bare, LARGEST_RADIX);
    const int largest = bare.points_per_item();
    const auto per_item_of = [](const pass& of) {
        std::vector<int> fills;
        for (const auto& s : of.stages)
            fills.push_back(s.per_item);
        return fills;
    };
    for (const int points : POINTS_HELD) {
        if (points < largest)
            continue;
        auto ways = with_joined_stages(bare, points);
        ways.push_back(bare);
        choose_per_item(ways.back(), points);
        for (auto& filled : ways) {
            if (std::none_of(all.begin(), all.end(), [&](const auto& other) {
                    return per_item_of(other) == per_item_of(filled) &&
                           other.workgroup().exchange_order ==
                               filled.workgroup().exchange_order;
                }))
                all.push_back(std::move(filled));
        }
    }
    if (all.empty())
        all.push_back(bare);
    // A stage alone takes its butterflies per item from the columns, where these suit.
    if (stages.size() == 1 && !bare.workgroup().paired_input &&
        !bare.workgroup().paired_output) {
        for (int per_item = 2; per_item <= MOST_FILL; per_item *= 2) {
            if (per_item * largest > LARGEST_RADIX)
                break;
            all.push_back(bare);
            all.back().stages.front().per_item = per_item;
        }
    }
    return all;
}

} // namespace gpufft
