/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/io_text.h"
#include "codegen/simt/features/local_slot.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/text/index_text.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/paired_rank.h"
#include <algorithm>

namespace gpufft::simt {

namespace {

bool is_first_pair(const simt_context& c, std::size_t i)
{
    return i == 0 && c.p.workgroup().paired_input;
}

//! The pairs of step \p i are butterflies n and L - 1 - n.
bool has_complements(const simt_context& c, std::size_t i)
{
    return is_first_pair(c, i) ? loads_complements(c.p) : stores_complements(c.p);
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

//! What a tile, or a group of a cluster, has conjugate pairs of: columns, or outputs of
//! the stage that the cluster shares out.
struct partners {
    std::string near_k;  // the number of the pair
    std::string low;     // number of the column, or shared output, in the tile or group
    std::int64_t each;   // of columns, or shared outputs, on either side of a pair
    std::int64_t pairs;  // in all
    std::string number;  // of a butterfly of theirs
    std::int64_t count;  // of those
    std::int64_t weight; // in the output's number
};

//! Declares the columns, or places of what is shared, and butterflies that the registers
//! hold, and the first output of the first one as `pair`.
void emit_numbers_of_partners(simt_context& c, const partners& of)
{
    auto& w = c.w;
    w.line("const uint number = {};", of.number);
    w.line("const uint near_k = {};", of.near_k);
    w.put(
        "// K = 0 and its partner are their own opposites: half of the work-items each.");
    w.line("const bool is_partner = near_k == 0 && number >= {};", of.count / 2);
    w.line("const uint first = is_partner ? number - {} : number;", of.count / 2);
    w.line("const uint first_column = is_partner ? {} : {};", of.each, of.low);
    w.line("const uint opposite_column = near_k == 0 ? first_column : {} + {};",
           of.each,
           of.low);
    w.line("const uint pair = (is_partner ? {} : near_k) + {} * first;",
           of.pairs,
           of.weight);
}

//! Step \p i after the exchange of a cluster whose rank is paired.
struct shared_outputs {
    index_sum before; // K of the stages before the shared one
    index_sum held;   // what the group has of the shared one, near ones and far ones
    index_sum later;  // the later stages', counted from the shared one's end
    std::string rank;
};

shared_outputs shared_in(const simt_context& c, std::size_t i)
{
    const auto& s = c.layout.stages[i];
    const auto shared = static_cast<int>(shared_stage(c.p)) + 1;
    shared_outputs result;
    result.rank = s.rank.front().name;
    for (const auto& a : s.lanes) {
        if (a.digit == shared)
            result.held.add(a.name, a.low);
        else if (a.digit < shared)
            result.before.add(a.name, a.twiddle_weight);
        else
            result.later.add(a.name, a.twiddle_weight / outputs_shared(c.p));
    }
    return result;
}

//! K up to the shared stage, of the near one that \p low is in the group.
std::string
near_output(const simt_context& c, const shared_outputs& in, const std::string& low)
{
    auto near = in.before;
    const auto weight = outputs_before_shared(c.p);
    near.add(in.rank, weight * pairs_of_group(c.p));
    return near.add(low, low == "0" ? 0 : weight).str();
}

partners partners_of_rank(const simt_context& c, std::size_t i)
{
    const auto in = shared_in(c, i);
    const auto span = outputs_shared(c.p);
    auto low = in.held.str();
    if (low.find(' ') != std::string::npos)
        low = "(" + low + ")";
    return {
        near_output(c, in, low),       low, pairs_of_group(c.p), span / 2, in.later.str(),
        butterflies_of(c.p, i) / span, span
    };
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
    const auto half = c.p.columns.size / 2;
    if (!is_first && c.p.workgroup().paired_columns) {
        index_sum near;
        near.add("column_tile", half).add("column_low", half > 1);
        const partners of = { near.str(),
                              half > 1 ? "column_low" : "0",
                              half,
                              half * c.p.grid.front().size,
                              number.str(),
                              count,
                              c.p.dimensions.front().output_step };
        emit_numbers_of_partners(c, of);
        c.w.line("const uint opposite = near_k || is_partner ? {} - first : first ? {} - "
                 "first : {};",
                 count - 1,
                 count,
                 count / 2);
        return;
    }
    if (!is_first && has_paired_rank(c.p))
        emit_numbers_of_partners(c, partners_of_rank(c, i));
    else
        c.w.line("const uint pair = {};", number.str());
    if (has_complements(c, i))
        c.w.line("const uint opposite = {} - pair;", count - 1);
    else
        c.w.line("const uint opposite = pair ? {} - pair : {};", count, count / 2);
}

void emit_paired_output(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto in = shared_in(c, i);
    const auto each = pairs_of_group(c.p);
    const auto radix = c.p.stages[shared_stage(c.p)].radix;
    w.line("const uint held = {};", in.held.str());
    index_sum near;
    near.add(in.rank, each).add(fmt::format("held % {}", each), each > 1);
    w.line("const uint near_k = {};", near.str());
    const auto conjugate = fmt::format("near_k ? {} - near_k : {}", radix, radix / 2);
    const auto& name = c.layout.stages[i].computed.front().name;
    if (c.p.workgroup().cluster.after == 1)
        w.line("const uint {} = held < {} ? near_k : {};", name, each, conjugate);
    else
        w.line("const uint {} = held < {} ? near_k : {} ? {} - near_k : {};",
               name,
               each,
               grouped(in.before.str()),
               radix - 1,
               conjugate);
}

std::string first_butterfly(const simt_context& c)
{
    return c.p.workgroup().paired_columns ? "first" : "pair";
}

//! Declares `slot_at`, and `opposite_at` where a work-item has two butterflies.
void emit_pair_places(simt_context& c, std::size_t i)
{
    const auto& layout = c.layout.stages[i];
    const auto slot_of = [&](const std::string& name) {
        return local_slot(layout.other_digits,
                          0,
                          name,
                          is_first_pair(c, i) ? &atom::point_weight
                                              : &atom::twiddle_weight,
                          butterflies_of(c.p, i));
    };
    if (!is_first_pair(c, i) && c.p.workgroup().paired_columns) {
        const auto column =
            c.layout.stages[i].per_item.local_weight / (c.p.columns.size / 2);
        c.w.line(
            "const uint slot_at = {} + {} * first_column;", slot_of("first"), column);
        c.w.line("const uint opposite_at = {} + {} * opposite_column;",
                 slot_of("opposite"),
                 column);
        return;
    }
    if (!is_first_pair(c, i) &&
        has_paired_rank(c.p)) { // the others are not the shared one
        const auto place = layout.per_item.local_weight / pairs_of_group(c.p);
        c.w.line("const uint slot_at = {} + {} * first_column;", slot_of("pair"), place);
        c.w.line("const uint opposite_at = {} + {} * opposite_column;",
                 slot_of("opposite"),
                 place);
        return;
    }
    index_sum at;
    at.add(layout.lanes, &atom::local_weight);
    c.w.line("const uint slot_at = {};", at.str());
    if (c.p.butterflies(i) == 1)
        return;
    if (has_complements(c, i)) {
        // Every digit is counted from its other end.
        std::int64_t last = 0;
        for (const auto& a : layout.other_digits)
            last += (a.size - 1) * a.local_weight;
        const auto beside = column_part(c, i, 2);
        c.w.line("const uint opposite_at = {}{} - slot_at;",
                 last,
                 beside == "0" ? "" : " + " + beside);
        return;
    }
    const auto beside = column_part(c, i, 1);
    c.w.line("const uint opposite_at = {}{};",
             slot_of("opposite"),
             beside == "0" ? "" : " + " + beside);
}

void emit_pair_slots(simt_context& c, std::size_t i)
{
    emit_pair_places(c, i);
    declare_slot(c, "slot", "slot_at");
    if (c.p.butterflies(i) > 1)
        declare_slot(c, "opposite_slot", "opposite_at");
}

void emit_pair_registers(simt_context& c)
{
    if (c.keeps_registers())
        return;
    std::string names;
    for (int q = 0; q < c.stage_at(0).radix * c.p.butterflies(0); ++q)
        names += fmt::format("{}x{}", q ? ", " : "", q);
    c.w.line("{} {};", c.complex(), names);
}

std::string emit_callers_row(simt_context& c, std::size_t i, pass_io io)
{
    const bool is_input = io == pass_io::input;
    if (is_input)
        emit_input_row(c);
    else
        emit_output_row(c);
    const std::string name = is_input ? "from" : "to";
    const auto line = point_of(c, io, c.layout.stages[i].lanes).line;
    return line == "0" ? name : name + " + " + line;
}

} // namespace gpufft::simt
