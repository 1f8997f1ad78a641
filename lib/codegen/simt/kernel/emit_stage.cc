/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/io_text.h"
#include "codegen/simt/features/constant_places.h"
#include "codegen/simt/features/emit_cluster.h"
#include "codegen/simt/features/emit_cosine.h"
#include "codegen/simt/features/emit_rader.h"
#include "codegen/simt/features/emit_tiles.h"
#include "codegen/simt/frames/emit_filters.h"
#include "codegen/simt/kernel/emit_power.h"
#include "codegen/simt/kernel/emit_stage.h"
#include "codegen/simt/kernel/emit_twiddles.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "codelet/codelet.h"

namespace gpufft::simt {

namespace {

void emit_headline(simt_context& c, std::size_t i)
{
    const auto& s = c.stage_at(i);
    auto text = fmt::format("// Stage {} of {}: radix {} over {}",
                            i + 1,
                            c.p.steps(),
                            s.radix,
                            c.layout.stages[i].point.name);
    if (c.p.is_paired(i)) {
        text += c.p.butterflies(i) > 1 ? ", opposite butterflies" : ", a row a work-item";
    } else if (s.per_item > 1) {
        text += fmt::format(", {} butterflies a work-item over {}",
                            s.per_item,
                            c.layout.stages[i].per_item.name);
    }
    c.w.put(text + ".");
}

void emit_slot(simt_context& c, std::size_t i)
{
    if (c.p.workgroup().has_constant_geometry)
        return; // the same in all steps: emit_constant_places()
    if (c.p.is_paired(i)) {
        emit_pair_slots(c, i);
        return;
    }
    index_sum at;
    at.add(c.layout.stages[i].lanes, &atom::local_weight);
    declare_slot(c, "slot", at.str());
}

void emit_loads(simt_context& c, std::size_t i)
{
    if (c.is_first(i) && c.p.stages_rows()) {
        emit_gather_points(c, i);
        return;
    }
    const bool from_row = c.is_first(i) && !c.p.comes_by_exchange();
    if (from_row && c.p.workgroup().paired_input) {
        emit_paired_loads(c);
        return;
    }
    if (from_row) {
        emit_input_row(c);
        emit_first(c, i, pass_io::input);
    }
    each_register(c, i, [&](int q, int r, int f) {
        std::string value;
        if (from_row) {
            value = c.as_held(
                load_expression(c.p, register_point(c, i, pass_io::input, r, f)));
        } else {
            value = slot_text(c, i, r, f);
        }
        c.w.line("{}x{} = {};", c.keeps_registers() ? "" : c.held() + " ", q, value);
    });
}

void emit_butterfly(simt_context& c, std::size_t i, int f)
{
    const auto& s = c.stage_at(i);
    if (c.p.is_real()) {
        emit_cosine(c, i, f);
        return;
    }
    if (s.radix == 1)
        return;
    codelet_names names;
    names.type = c.real();
    names.input = [&](int index, bool is_imaginary) {
        return fmt::format("x{}.{}", f * s.radix + index, is_imaginary ? 'y' : 'x');
    };
    names.output = [](int index, bool is_imaginary) {
        return fmt::format("y{}_{}", index, is_imaginary ? "im" : "re");
    };
    names.literal = [&c](double value) { return literal(c.p, value); };

    c.w.open();
    for (const auto& statement : codelet::dft(s.radix, arithmetic::fused).print(names))
        c.w.put(statement);
    for (int r = 0; r < s.radix; ++r)
        c.w.line("x{0} = complex_of(y{1}_re, y{1}_im);", f * s.radix + r, r);
    c.w.close();
}

void emit_butterflies(simt_context& c, std::size_t i)
{
    for (int f = 0; f < c.p.butterflies(i); ++f)
        emit_butterfly(c, i, f);
}

//! Step \p i on the registers of the step before, which hold its points: what was the
//! butterfly's number is the point's.
void emit_joined_step(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    emit_headline(c, i);
    w.put("// The registers hold its points, in another order.");
    w.open();
    const int rest = joined_rest(c.p); // lowest digit of f in both steps
    const int before = c.p.stages[i - 1].radix;
    each_register(c, i, [&](int q, int r, int f) {
        const int butterfly = r * rest + f % rest;
        w.line("const {} z{} = x{};", c.held(), q, butterfly * before + f / rest);
    });
    each_register(c, i, [&](int q, int, int) { w.line("x{0} = z{0};", q); });
    w.close();
    w.open();
    emit_twiddles(c, i);
    w.close();
    emit_butterflies(c, i);
}

//! Where the step leaves a register in the exchange buffer.
std::string left_text(const simt_context& c, std::size_t i, int r, int f)
{
    return c.p.workgroup().has_constant_geometry ? next_slot_text(c, i, r, f)
                                                 : slot_text(c, i, r, f);
}

//! To local memory, to where the step has read, so that no barrier stands between; by
//! constant geometry to where others have.
void emit_slot_writes(simt_context& c, std::size_t i, bool after_reads)
{
    if ((c.p.workgroup().has_constant_geometry && after_reads) ||
        (c.is_first(i) && has_bulk_tiles(c.p)))
        c.w.put(c.barrier());
    each_register(c, i, [&](int q, int r, int f) {
        c.w.line("{} = x{};", left_text(c, i, r, f), q);
    });
}

//! One part of every register of step \p i to local memory, or from it.
void emit_part_exchange(simt_context& c, std::size_t i, char part, bool writes)
{
    open_step(c, i);
    if (!c.p.workgroup().has_constant_geometry)
        emit_lanes(c, i);
    emit_slot(c, i);
    each_register(c, i, [&](int q, int r, int f) {
        const auto local = writes ? left_text(c, i, r, f) : slot_text(c, i, r, f);
        const auto held = fmt::format("x{}.{}", q, part);
        c.w.line("{} = {};", writes ? local : held, writes ? held : local);
    });
    c.w.close();
}

} // namespace

std::string slot_text(const simt_context& c, std::size_t i, int r, int f)
{
    const auto& layout = c.layout.stages[i];
    const bool is_conjugate = c.p.is_paired(i) && f > 0;
    const auto offset =
        register_offset(layout, r, is_conjugate ? 0 : f, &atom::local_weight);
    return fmt::format("{}[{}]", is_conjugate ? "opposite_slot" : "slot", offset);
}

void emit_lanes(simt_context& c, std::size_t i)
{
    if (c.p.workgroup().has_constant_geometry && !needs_numbers(c, i))
        return;
    if (!c.p.is_paired(i)) {
        emit_numbers(c, "t", c.layout.stages[i].lanes);
        for (const auto& text : split_number("rank", c.layout.stages[i].rank))
            c.w.put(text);
        if (!c.layout.stages[i].computed.empty())
            emit_paired_output(c, i);
        return;
    }
    for (const auto& text : split_number("t", c.layout.stages[i].lanes))
        c.w.put(text);
    for (const auto& text : split_number("rank", c.layout.stages[i].rank))
        c.w.put(text);
    emit_pair_numbers(c, i);
}

void open_step(simt_context& c, std::size_t i)
{
    if (c.is_guarded(i))
        c.w.open(fmt::format("if (t < {})", c.p.active_items(i)));
    else
        c.w.open();
}

void emit_step(simt_context& c, std::size_t i)
{
    // At the turnaround, and where stages are joined, a work-item goes on with what it
    // has in registers.
    const auto last = c.is_turnaround(i) || c.is_joined(i) ? i + 1 : i;
    const bool has_rows = c.p.stages_rows();
    const bool reads_slot =
        !c.is_split() && (!c.is_first(i) || (c.p.comes_by_exchange() && !has_rows));
    const bool leaves_group = c.p.leaves_group(last);
    const bool writes_slot =
        !c.is_split() && !leaves_group &&
        (!c.is_last(last) || (c.p.leaves_by_exchange() && !has_rows));
    emit_headline(c, i);
    open_step(c, i);
    emit_lanes(c, i);
    if (reads_slot || writes_slot)
        emit_slot(c, i);
    if (c.enters_from_cluster(i)) {
        emit_early_twiddles(c, i);
        emit_arrival(c);
    }
    if (c.is_first(i) || !c.is_split())
        emit_loads(c, i);
    if (c.p.workgroup().filter_items && c.is_last(last))
        emit_rows_taken(c);
    if (leaves_group && !c.is_first(i))
        emit_room(c, i);
    emit_twiddles(c, i);
    emit_butterflies(c, i);
    if (c.is_turnaround(i)) {
        emit_spectrum(c, i);
        emit_headline(c, last);
        emit_butterflies(c, last);
    }
    if (last >= c.p.stages.size())
        emit_twiddles_back(c, last);
    if (c.is_joined(i))
        emit_joined_step(c, last);
    if (c.is_last(last) && c.p.convolves)
        emit_twiddles_after(c);
    if (leaves_group)
        emit_remote_writes(c, last);
    else if (writes_slot)
        emit_slot_writes(c, c.is_joined(i) ? last : i, reads_slot);
    else if (c.is_last(last) && c.p.workgroup().paired_output)
        emit_paired_stores(c);
    else if (c.is_last(last) && c.p.store.power)
        emit_accumulate(c, last);
    else if (c.is_last(last) && has_rows)
        emit_scatter_points(c, last);
    else if (c.is_last(last))
        emit_stores(c, last, c.p.convolves);
    c.w.close();
    emit_idle_meetings(c, i, last);
    emit_idle_in_tile(c, i);
}

void emit_split_exchange(simt_context& c, std::size_t i)
{
    if (c.p.workgroup().has_constant_geometry && !c.is_first(i))
        c.w.put(c.barrier()); // others may still read what came last
    for (const char part : { 'x', 'y' }) {
        c.w.blank();
        c.w.line("// The {} parts change hands.", part == 'x' ? "real" : "imaginary");
        emit_part_exchange(c, i, part, true);
        c.w.put(c.barrier());
        emit_part_exchange(c, i + 1, part, false);
        // The next part overwrites what others may still read.
        if (part == 'x')
            c.w.put(c.barrier());
    }
}

} // namespace gpufft::simt
