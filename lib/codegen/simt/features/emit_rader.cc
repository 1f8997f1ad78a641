/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_rader.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/ir/dft_length.h"
#include "plan/simt/io_tables.h"

namespace gpufft::simt {

namespace {

std::string exchanged_if(bool condition, const std::string& value)
{
    return condition ? "exchanged(" + value + ")" : value;
}

//! The store operation exchanges parts, and nothing goes through it.
bool leaves_raw(const simt_context& c)
{
    return c.p.workgroup().bulk_output && c.p.store.swap_parts;
}

//! Declares `look_up`, where the places of the work-item's points begin.
void emit_look_up(simt_context& c, std::size_t i, pass_io io)
{
    index_sum first;
    first.add(c.layout.stages[i].lanes,
              io == pass_io::input ? &atom::input_index : &atom::output_index);
    const auto behind = io == pass_io::input ? 0 : dft_length(c.p, c.p.load) - 1;
    c.w.line("{}const uint* look_up = {};",
             c.d.global,
             offset_from("indices + " + first.str(), behind));
}

//! Register (\p r, \p f) of step \p i in its row.
std::string looked_up(const simt_context& c, std::size_t i, pass_io io, int r, int f)
{
    const auto weight = io == pass_io::input ? &atom::input_index : &atom::output_index;
    return fmt::format("row_points[look_up[{}]]",
                       register_offset(c.layout.stages[i], r, f, weight));
}

} // namespace

void emit_gather_points(simt_context& c, std::size_t i)
{
    // What has come in bulk no load operation has seen.
    const bool is_raw = c.p.workgroup().bulk_input && c.p.load.swap_parts;
    declare_slot(c, "row_points", row_place(c, ""));
    emit_look_up(c, i, pass_io::input);
    each_register(c, i, [&](int q, int r, int f) {
        c.w.line("{} x{} = {};",
                 c.complex(),
                 q,
                 exchanged_if(is_raw, looked_up(c, i, pass_io::input, r, f)));
    });
}

void emit_scatter_points(simt_context& c, std::size_t i)
{
    c.w.open(); // the block may have the first step's names
    declare_slot(c, "row_points", row_place(c, ""));
    emit_look_up(c, i, pass_io::output);
    each_register(c, i, [&](int q, int r, int f) {
        const auto place = looked_up(c, i, pass_io::output, r, f);
        if (leaves_raw(c))
            c.w.line("{} = x{};", place, q); // exchanged twice
        else
            c.w.line("{0} = complex_of(x{1}.y, x{1}.x);", place, q);
    });
    c.w.close();
}

void emit_staged_zero(simt_context& c, std::size_t)
{
    auto& w = c.w;
    w.line("{} zero = complex_of(0, 0);", c.complex());
    w.open("if (k == 0)");
    w.put("// X[0] = x[0] + the sum of the others");
    w.line("const uint first = {};", row_place(c, ""));
    w.line("zero = {};",
           exchanged_if(c.p.workgroup().bulk_input && c.p.load.swap_parts,
                        "exchange[first]"));
    w.line("exchange[first] = {};",
           exchanged_if(leaves_raw(c), "complex_of(zero.x + x0.x, zero.y + x0.y)"));
    w.close();
}

/*!
 * Rader's point 0 is none of those that are convolved: the sum of the others is output 0
 * before the spectrum, and it is added to all of theirs through the same output after.
 */
void emit_rader_zero(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    w.open("if (k == 0)");
    emit_input_row(c);
    const auto& lanes = c.layout.stages[i].lanes;
    w.line("const {} x = {};",
           c.complex(),
           load_first_expression(c.p, point_of(c, pass_io::input, lanes).line));
    w.put("// X[0] = x[0] + the sum of the others");
    w.open();
    emit_output_row(c);
    const auto guard = is_within(c);
    w.line("{}{}",
           guard.empty() ? "" : "if (" + guard + ") ",
           store_first_statement(c.p,
                                 point_of(c, pass_io::output, lanes).line,
                                 "complex_of(x.x + x0.x, x.y + x0.y)"));
    w.close();
    w.put("x0 = cmul(x0, spectrum[0]);");
    w.put("x0 = complex_of(x0.y + x.y, x0.x + x.x);");
    w.close();
}

} // namespace gpufft::simt
