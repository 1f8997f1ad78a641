/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_paired.h"
#include "codegen/index_text.h"
#include "codegen/local_slot.h"
#include "plan/paired.h"

namespace gpufft {

namespace {

bool is_first_pair(const simt_context& c, std::size_t i)
{
    return i == 0 && c.p.paired_input;
}

std::string column_part(const simt_context& c, std::size_t i, std::int64_t times)
{
    index_sum sum;
    for (const auto& a : c.layout.stages[i].lanes) {
        if (a.dimension < 0)
            sum.add(a.name, times * a.local_weight);
    }
    return sum.str();
}

//! Declares of a pass whose columns are paired: the columns and butterflies that the
//! registers hold, and the first output of the first one as `pair`.
void emit_numbers_of_partners(simt_context& c,
                              const std::string& number,
                              std::int64_t count)
{
    auto& w = c.w;
    const auto half = c.p.columns.size / 2;
    const auto pairs = half * c.p.grid.front().size;
    const auto name = half > 1 ? "column_low" : "0";
    w.line("const uint number = {};", number);
    w.line("const uint near_k = {} * column_tile + {};", half, name);
    w.put(
        "// K = 0 and its partner are their own opposites: half of the work-items each.");
    w.line("const bool is_partner = near_k == 0 && number >= {};", count / 2);
    w.line("const uint first = is_partner ? number - {} : number;", count / 2);
    w.line("const uint first_column = is_partner ? {} : {};", half, name);
    w.line(
        "const uint opposite_column = near_k == 0 ? first_column : {} + {};", name, half);
    w.line(
        "const uint opposite = near_k || is_partner ? {} - first : first ? {} - first : "
        "{};",
        count - 1,
        count,
        count / 2);
    w.line("const uint pair = (is_partner ? {} : near_k) + {} * first;",
           pairs,
           c.p.dimensions.front().output_step);
}

} // namespace

void emit_pair_numbers(simt_context& c, std::size_t i)
{
    const auto count = butterflies_of(c.p, i);
    if (count == 1)
        return;
    const bool is_first = is_first_pair(c, i);
    index_sum number;
    number.add(c.layout.stages[i].lanes,
               is_first ? &atom::point_weight : &atom::twiddle_weight);
    if (!is_first && c.p.columns_are_paired) {
        emit_numbers_of_partners(c, number.str(), count);
        return;
    }
    c.w.line("const uint pair = {};", number.str());
    if (is_first)
        c.w.line("const uint opposite = {} - pair;", count - 1);
    else
        c.w.line("const uint opposite = pair ? {} - pair : {};", count, count / 2);
}

std::string first_butterfly(const simt_context& c)
{
    return c.p.columns_are_paired ? "first" : "pair";
}

void emit_pair_slots(simt_context& c, std::size_t i)
{
    const auto& layout = c.layout.stages[i];
    const auto slot_of = [&](const std::string& name) {
        return local_slot(layout.others,
                          0,
                          name,
                          is_first_pair(c, i) ? &atom::point_weight
                                              : &atom::twiddle_weight,
                          butterflies_of(c.p, i));
    };
    if (!is_first_pair(c, i) && c.p.columns_are_paired) {
        const auto column = c.layout.stages[i].fill.local_weight / (c.p.columns.size / 2);
        c.w.line("const uint slot = {} + {} * first_column;", slot_of("first"), column);
        c.w.line("const uint opposite_slot = {} + {} * opposite_column;",
                 slot_of("opposite"),
                 column);
        return;
    }
    index_sum slot;
    slot.add(layout.lanes, &atom::local_weight);
    c.w.line("const uint slot = {};", slot.str());
    if (c.p.butterflies(i) == 1)
        return;
    if (is_first_pair(c, i)) {
        // Every digit is counted from its other end.
        std::int64_t last = 0;
        for (const auto& a : layout.others)
            last += (a.size - 1) * a.local_weight;
        const auto beside = column_part(c, i, 2);
        c.w.line("const uint opposite_slot = {}{} - slot;",
                 last,
                 beside == "0" ? "" : " + " + beside);
        return;
    }
    const auto beside = column_part(c, i, 1);
    c.w.line("const uint opposite_slot = {}{};",
             slot_of("opposite"),
             beside == "0" ? "" : " + " + beside);
}

} // namespace gpufft
