/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/tile_digits.h"

namespace gpufft {

namespace {

//! Neighbouring columns lie closer than neighbouring points, in the input or the output
//! at least.
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

exchange_order nest_digits(const pass& p, const digit_list& digits)
{
    const std::size_t m = p.stages.size();
    const bool columns_low = columns_are_lowest(p, digits.all);
    exchange_order nest;
    nest.reserve(m + 1);
    int level = 0;
    const auto add = [&](std::size_t d) {
        const int size = held(p, digits, d, 0);
        if (size == 1 && p.workgroup().cluster.size > 1) { // one value in the group
            nest.push_back({ d, 1, 1, -1 });
            return;
        }
        const bool is_padded =
            p.workgroup().cluster.size == 1 || level < int(ARRIVAL_PADDING);
        nest.push_back({ d, 1, size, is_padded ? level : -1 });
        ++level;
    };
    if (columns_low)
        add(m);
    for (std::size_t i = m; i-- > 0;)
        add(p.workgroup().exchange_order.empty()
                ? i
                : static_cast<std::size_t>(p.workgroup().exchange_order[m - 1 - i]) - 1);
    if (!columns_low)
        add(m);
    return nest;
}

exchange_order nest_arrivals(const pass& p, const stage_layout& sent)
{
    exchange_order nest;
    const auto add = [&](const atom& a) {
        const auto digit =
            a.digit ? static_cast<std::size_t>(a.digit) - 1 : p.stages.size();
        nest.push_back({ digit, a.low, a.size, -1 });
    };
    for (const auto& a : sent.lanes) {
        if (!a.rank_weight)
            add(a);
    }
    if (sent.per_item.size > 1)
        add(sent.per_item);
    for (const auto& a : sent.rank)
        add(a);
    for (const auto& a : sent.point_parts) {
        if (!a.rank_weight && a.size > 1)
            add(a);
    }
    int level = ARRIVAL_PADDING;
    for (std::size_t i = 0; i + 1 < nest.size(); ++i) {
        if (nest[i].digit != nest[i + 1].digit)
            nest[i].level = level++;
    }
    return nest;
}

std::int64_t place_nested(const exchange_order& nest,
                          const std::vector<int>& padding,
                          std::vector<digit>& digits)
{
    std::int64_t weight = 1;
    for (const auto& n : nest) {
        digits[n.digit].set_place(n.low, weight);
        weight *= n.size;
        if (n.level >= 0 && n.level < static_cast<int>(padding.size()))
            weight += padding[n.level];
    }
    return weight;
}

} // namespace gpufft
