/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends.h"
#include "codegen/emit_simt.h"
#include "codegen/index_text.h"
#include "codegen/pass_root.h"
#include "codegen/signature.h"
#include "codegen/simt_context.h"
#include "codegen/tile_origin.h"

namespace gpufft {

namespace {

//! Opens the loop over the elements of the tile, taken apart into \p order.
void open_tile_loop(simt_context& c, const std::vector<atom>& order)
{
    const auto total = c.p.points() * c.p.columns.size;
    c.w.open(fmt::format("for (uint i = t; i < {}; i += {})", total, c.p.work_items()));
    for (const auto& text : split_number("i", order))
        c.w.put(text);
}

std::string exchange_element(const std::vector<atom>& order)
{
    return fmt::format("exchange[{}]", index_sum().add(order, &atom::local_weight).str());
}

void emit_staged_input(simt_context& c)
{
    auto& w = c.w;
    const auto& order = c.layout.input_order;
    w.put("// The tile comes in long runs; stage 1 takes its points from local memory.");
    open_tile_loop(c, order);
    emit_input_row(c);
    const auto n = offset_in_row(c, "tile_in", order, &atom::input_weight);
    w.line("{} = {};", exchange_element(order), load_expression(c.p, n));
    w.close();
    w.put(c.barrier());
    w.blank();
}

void emit_staged_output(simt_context& c)
{
    auto& w = c.w;
    const auto& order = c.layout.output_order;
    w.put("// The tile leaves in long runs.");
    open_tile_loop(c, order);
    emit_output_row(c);
    const auto k = offset_in_row(c, "tile_out", order, &atom::output_weight);
    if (c.may_be_partial())
        w.put("if (row < rows)");
    w.line("{}{}",
           c.may_be_partial() ? "    " : "",
           store_statement(c.p, k, exchange_element(order)));
    w.close();
}

} // namespace

std::string offset_in_row(const simt_context& c,
                          const char* tile,
                          const std::vector<atom>& atoms,
                          std::int64_t atom::*weight)
{
    index_sum offset;
    if (!c.p.columns_are_rows())
        offset.add(tile, 1);
    for (const auto& a : atoms) {
        if (!(c.p.columns_are_rows() && a.name == "column"))
            offset.add(a.name, a.*weight);
    }
    return offset.str();
}

void emit_input_row(simt_context& c)
{
    auto& w = c.w;
    if (c.may_be_partial()) {
        if (c.p.uses_local_memory()) {
            w.line("const uint row = min({} * group + column, rows - 1); // beyond the "
                   "last row: that one again",
                   c.p.columns.size);
        } else {
            w.line("const uint row = {} * group + column;", c.p.columns.size);
            w.put("if (row >= rows)");
            w.put("    return;");
        }
    } else if (c.p.columns_are_rows()) {
        w.put("const uint row = group;");
    }
    w.line("{}const {}* from = in + ({})row * {};",
           c.d.global,
           input_type(c.p),
           c.d.wide_unsigned,
           c.p.length);
}

void emit_output_row(simt_context& c)
{
    auto& w = c.w;
    const bool is_declared = !c.p.uses_local_memory() || !c.p.columns_are_rows();
    if (!is_declared) {
        if (c.may_be_partial())
            w.line("const uint row = {} * group + column;", c.p.columns.size);
        else
            w.put("const uint row = group;");
    }
    w.line(
        "{}float2* to = out + ({})row * {};", c.d.global, c.d.wide_unsigned, c.p.length);
}

void emit_simt(source_writer& w, const dialect& d, const pass& p, const std::string& name)
{
    simt_context c{ w, d, p, make_tile(p), lay_out_twiddles(p) };
    emit_ends(w, d, p);
    emit_pass_root(w, d, p.twiddle_order, c.twiddles.roots);
    emit_signature(w, d, p, name);
    w.open();
    if (p.uses_local_memory()) {
        w.put(fmt::format(fmt::runtime(d.local_array),
                          c.is_split() ? "float" : "float2",
                          "exchange",
                          c.layout.exchange_points));
    }
    w.line("const uint t = {};", d.item);
    w.line("const uint group = {};", d.group);
    if (!p.columns_are_rows()) {
        emit_tile_origin(w, p, "group");
        w.blank();
    }
    if (c.is_split() && p.stages.size() > 1) {
        int held = 0;
        for (std::size_t i = 0; i < p.stages.size(); ++i)
            held = std::max(held, p.points_held(i));
        for (int q = 0; q < held; ++q)
            w.line("float2 x{} = complex_of(0.0f, 0.0f);", q);
    }
    if (p.staged_input)
        emit_staged_input(c);
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        w.blank();
        emit_stage(c, i);
        if (c.is_last(i))
            continue;
        if (c.is_split())
            emit_split_exchange(c, i);
        else
            w.put(c.barrier());
    }
    if (p.staged_output) {
        w.put(c.barrier());
        w.blank();
        emit_staged_output(c);
    }
    w.close();
}

} // namespace gpufft
