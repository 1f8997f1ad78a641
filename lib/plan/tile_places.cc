/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/rank_digits.h"
#include "plan/tile_digits.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Neighbouring columns lie closer than neighbouring points, at one end at least.
bool columns_are_lowest(const pass& p, const std::vector<digit>& digits)
{
    if (p.columns_are_rows() || p.columns.size == 1)
        return false;
    const auto lowest = [&](std::int64_t digit::*weight) {
        for (std::size_t i = 0; i < p.stages.size(); ++i) {
            if (digits[i].*weight <= digits.back().*weight)
                return false;
        }
        return true;
    };
    return lowest(&digit::input_weight) || lowest(&digit::output_weight);
}

} // namespace

std::int64_t assign_local_weights(const pass& p, std::vector<digit>& digits)
{
    const std::size_t m = p.stages.size();
    std::vector<digit*> nest;
    const bool columns_low = columns_are_lowest(p, digits);
    if (columns_low)
        nest.push_back(&digits[m]);
    for (std::size_t i = m; i-- > 0;)
        nest.push_back(&digits[i]);
    if (!columns_low)
        nest.push_back(&digits[m]);

    std::int64_t weight = 1;
    const auto levels =
        p.cluster > 1 ? std::min(p.padding.size(), ARRIVAL_PADDING) : p.padding.size();
    std::size_t level = 0;
    for (auto* d : nest) {
        d->places = { { 1, weight } };
        const int size = held(p, digits, d - digits.data(), 0);
        if (size == 1 && p.cluster > 1) // the group has none of it
            continue;
        weight *= size;
        if (level < levels)
            weight += p.padding[level];
        ++level;
    }
    return weight;
}

std::int64_t assign_arrival_weights(const pass& p,
                                    const stage_layout& sent,
                                    std::vector<digit>& digits)
{
    std::vector<atom> nest;
    for (const auto& a : sent.lanes) {
        if (!a.rank_weight)
            nest.push_back(a);
    }
    if (sent.fill.size > 1)
        nest.push_back(sent.fill);
    nest.insert(nest.end(), sent.rank.begin(), sent.rank.end());
    for (const auto& a : sent.point_parts) {
        if (!a.rank_weight && a.size > 1)
            nest.push_back(a);
    }
    const auto of = [&](const atom& a) -> digit& {
        return a.digit ? digits[a.digit - 1] : digits.back();
    };
    for (auto& d : digits)
        d.places = { { 1, 0 } };
    std::int64_t weight = 1;
    std::size_t level = ARRIVAL_PADDING;
    for (std::size_t i = 0; i < nest.size(); ++i) {
        if (i > 0 && nest[i].digit != nest[i - 1].digit) {
            if (level < p.padding.size())
                weight += p.padding[level];
            ++level;
        }
        of(nest[i]).places[nest[i].low] = weight;
        weight *= nest[i].size;
    }
    return weight;
}

} // namespace gpufft
