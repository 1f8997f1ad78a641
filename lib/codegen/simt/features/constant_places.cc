/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/constant_places.h"
#include "codegen/text/index_text.h"

namespace gpufft::simt {

namespace {

//! Lanes that need no telling apart, since both places go on evenly, as one.
std::vector<atom> joined_lanes(const std::vector<atom>& lanes)
{
    std::vector<atom> all;
    const auto goes_on = [&](const atom& a, std::int64_t atom::*weight) {
        return a.*weight == all.back().*weight * all.back().size;
    };
    for (const auto& a : lanes) {
        if (!all.empty() && goes_on(a, &atom::local_weight) &&
            goes_on(a, &atom::left_weight)) {
            all.back().size *= a.size;
            continue;
        }
        all.push_back(a);
        all.back().name = fmt::format("lane{}", all.size());
    }
    return all;
}

} // namespace

void emit_constant_places(simt_context& c)
{
    auto lanes = joined_lanes(c.layout.stages.front().lanes);
    c.w.blank();
    c.w.put("// Every stage finds its points from `slot` on and leaves them from "
            "`next_slot` on.");
    if (lanes.size() == 1)
        lanes.front().name = "t";
    else
        for (const auto& text : split_number("t", lanes))
            c.w.put(text);
    declare_slot(c, "slot", index_sum().add(lanes, &atom::local_weight).str());
    declare_slot(c, "next_slot", index_sum().add(lanes, &atom::left_weight).str());
}

std::string next_slot_text(const simt_context& c, std::size_t i, int r, int f)
{
    const auto offset = register_offset(c.layout.stages[i], r, f, &atom::left_weight);
    return fmt::format("next_slot[{}]", offset);
}

bool needs_numbers(const simt_context& c, std::size_t i)
{
    return (c.is_first(i) && !c.p.comes_by_exchange()) ||
           (c.is_last(i) && !c.p.leaves_by_exchange());
}

std::string entry_text(const simt_context& c, std::size_t i)
{
    std::int64_t below = 1, entries = 1, items = 1;
    for (const auto& a : c.layout.stages[i].lanes) {
        items *= a.size;
        if (a.twiddle_weight)
            entries *= a.size;
        else if (entries == 1)
            below *= a.size;
    }
    if (entries == 1)
        return "0";
    const auto number = below > 1 ? fmt::format("t / {}", below) : std::string("t");
    return below * entries < items ? fmt::format("{} % {}", number, entries) : number;
}

} // namespace gpufft::simt
