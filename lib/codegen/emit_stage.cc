/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends.h"
#include "codegen/index_text.h"
#include "codegen/literal.h"
#include "codegen/simt_context.h"
#include "codelet/codelet.h"

namespace gpufft {

namespace {

//! What register (point \p r of butterfly \p f) adds to an address.
std::int64_t
register_offset(const stage_layout& s, int r, int f, std::int64_t atom::*weight)
{
    return r * (s.point.*weight) + f * (s.fill.*weight);
}

//! Calls body(register, point, butterfly) for every register of stage \p i.
template <typename Body>
void each_register(const simt_context& c, std::size_t i, Body body)
{
    const auto& s = c.p.stages[i];
    for (int f = 0; f < s.fill; ++f) {
        for (int r = 0; r < s.radix; ++r)
            body(f * s.radix + r, r, f);
    }
}

void emit_headline(simt_context& c, std::size_t i)
{
    const auto& s = c.p.stages[i];
    auto text = fmt::format(
        "// Stage {} of {}: radix {} over n{}", i + 1, c.p.stages.size(), s.radix, i + 1);
    if (s.fill > 1) {
        text += fmt::format(
            ", {} butterflies a work-item over {}", s.fill, c.layout.stages[i].fill.name);
    }
    c.w.put(text + ".");
}

void emit_lanes(simt_context& c, std::size_t i)
{
    for (const auto& text : split_number("t", c.layout.stages[i].lanes))
        c.w.put(text);
}

//! Opens the block of stage \p i for the work-items that are active in it.
void open_stage(simt_context& c, std::size_t i)
{
    const int active = c.p.active_items(i);
    if (active < c.p.work_items())
        c.w.open(fmt::format("if (t < {})", active));
    else
        c.w.open();
}

//! Address of register 0 in the row: `first`.
void emit_first(simt_context& c,
                std::size_t i,
                const char* tile,
                std::int64_t atom::*weight)
{
    c.w.line("const uint first = {};",
             offset_in_row(c, tile, c.layout.stages[i].lanes, weight));
}

void emit_slot(simt_context& c, std::size_t i)
{
    index_sum slot;
    slot.add(c.layout.stages[i].lanes, &atom::local_weight);
    c.w.line("const uint slot = {};", slot.str());
}

void emit_loads(simt_context& c, std::size_t i)
{
    const auto& layout = c.layout.stages[i];
    const bool from_row = c.is_first(i) && !c.p.staged_input;
    if (from_row) {
        emit_input_row(c);
        emit_first(c, i, "tile_in", &atom::input_weight);
    }
    each_register(c, i, [&](int q, int r, int f) {
        std::string value;
        if (from_row) {
            const auto offset = register_offset(layout, r, f, &atom::input_weight);
            value = load_expression(c.p, offset_from("first", offset));
        } else {
            const auto offset = register_offset(layout, r, f, &atom::local_weight);
            value = fmt::format("exchange[{}]", offset_from("slot", offset));
        }
        const bool is_declared = c.is_split() && c.p.stages.size() > 1;
        c.w.line("{}x{} = {};", is_declared ? "" : "float2 ", q, value);
    });
}

void emit_butterfly(simt_context& c, std::size_t i, int f)
{
    const auto& s = c.p.stages[i];
    if (s.radix == 1)
        return;
    codelet_names names;
    names.input = [&](int index, bool is_imaginary) {
        return fmt::format("x{}.{}", f * s.radix + index, is_imaginary ? 'y' : 'x');
    };
    names.output = [](int index, bool is_imaginary) {
        return fmt::format("y{}_{}", index, is_imaginary ? "im" : "re");
    };
    names.literal = float_literal;

    c.w.open();
    for (const auto& statement : codelet::dft(s.radix).print(names))
        c.w.put(statement);
    for (int r = 0; r < s.radix; ++r)
        c.w.line("x{0} = complex_of(y{1}_re, y{1}_im);", f * s.radix + r, r);
    c.w.close();
}

//! To local memory, to where the stage has read, so that no barrier stands between.
void emit_slot_writes(simt_context& c, std::size_t i)
{
    const auto& layout = c.layout.stages[i];
    each_register(c, i, [&](int q, int r, int f) {
        const auto offset = register_offset(layout, r, f, &atom::local_weight);
        c.w.line("exchange[{}] = x{};", offset_from("slot", offset), q);
    });
}

void emit_stores(simt_context& c, std::size_t i)
{
    const auto& layout = c.layout.stages[i];
    emit_output_row(c);
    if (c.p.stages.size() == 1) // `first` is the input's
        c.w.open();
    emit_first(c, i, "tile_out", &atom::output_weight);
    const bool is_guarded = c.may_be_partial() && c.p.uses_local_memory();
    if (is_guarded)
        c.w.open("if (row < rows)");
    each_register(c, i, [&](int q, int r, int f) {
        const auto offset = register_offset(layout, r, f, &atom::output_weight);
        c.w.put(
            store_statement(c.p, offset_from("first", offset), fmt::format("x{}", q)));
    });
    if (is_guarded)
        c.w.close();
    if (c.p.stages.size() == 1)
        c.w.close();
}

//! One part of every register of stage \p i to local memory, or from it.
void emit_part_exchange(simt_context& c, std::size_t i, char part, bool writes)
{
    open_stage(c, i);
    emit_lanes(c, i);
    emit_slot(c, i);
    each_register(c, i, [&](int q, int r, int f) {
        const auto offset =
            register_offset(c.layout.stages[i], r, f, &atom::local_weight);
        const auto local = fmt::format("exchange[{}]", offset_from("slot", offset));
        const auto held = fmt::format("x{}.{}", q, part);
        c.w.line("{} = {};", writes ? local : held, writes ? held : local);
    });
    c.w.close();
}

} // namespace

void emit_stage(simt_context& c, std::size_t i)
{
    const bool reads_slot = !c.is_split() && (!c.is_first(i) || c.p.staged_input);
    const bool writes_slot = !c.is_split() && (!c.is_last(i) || c.p.staged_output);
    emit_headline(c, i);
    open_stage(c, i);
    emit_lanes(c, i);
    if (reads_slot || writes_slot)
        emit_slot(c, i);
    if (c.is_first(i) || !c.is_split())
        emit_loads(c, i);
    emit_twiddles(c, i);
    for (int f = 0; f < c.p.stages[i].fill; ++f)
        emit_butterfly(c, i, f);
    if (writes_slot)
        emit_slot_writes(c, i);
    else if (c.is_last(i))
        emit_stores(c, i);
    c.w.close();
}

void emit_split_exchange(simt_context& c, std::size_t i)
{
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

} // namespace gpufft
