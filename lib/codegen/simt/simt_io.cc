/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_value_function.h"
#include "codegen/simt/simt_io.h"
#include "codegen/simt/simt_rows.h"
#include "codegen/text/index_text.h"
#include "codegen/text/tile_origin.h"

namespace gpufft::simt {

namespace {

//! What distinguishes the load and the store operation.
struct io_words {
    bool is_indexed;
    const char* tile;       // elements that the grid axes add
    const char* tile_index; // DFT points that they add along the first dimension
    std::int64_t atom::*weight;
    std::int64_t atom::*index;
    bool has_tile_index;
};

io_words words_of(const simt_context& c, pass_io io)
{
    if (io == pass_io::input) {
        return { c.p.load_is_indexed(), "tile_in",
                 "tile_point",          &atom::input_weight,
                 &atom::input_index,    has_steps(c.p, &axis::input_step) };
    }
    return { c.p.store_is_indexed(), "tile_out",
             "tile_output",          &atom::output_weight,
             &atom::output_index,    has_steps(c.p, &axis::output_step) };
}

//! The lanes as operation \p io names them: beyond the last column, loads take that one.
std::vector<atom>
renamed(const simt_context& c, pass_io io, const std::vector<atom>& atoms)
{
    auto named = atoms;
    for (auto& a : named) {
        if (a.dimension < 0 && c.p.columns.extent && io == pass_io::input)
            a.name = "near_column";
        else if (a.dimension < 0)
            a.name = column_name(c);
    }
    return named;
}

//! A column that is a row of the batch is in the pointer already.
bool is_in_pointer(const simt_context& c, const atom& a)
{
    return c.p.columns_are_rows() && a.dimension < 0;
}

std::string
address_text(const simt_context& c, const io_words& words, const std::vector<atom>& atoms)
{
    index_sum sum;
    if (!c.p.columns_are_rows())
        sum.add(words.tile, 1);
    for (const auto& a : atoms) {
        if (!is_in_pointer(c, a))
            sum.add(a.name, a.*words.weight);
    }
    return sum.str();
}

//! The part of the address that no index covers.
std::string
line_text(const simt_context& c, const io_words& words, const std::vector<atom>& atoms)
{
    index_sum sum;
    if (!c.p.columns_are_rows())
        sum.add(words.tile, 1);
    for (const auto& a : atoms) {
        if (a.dimension < 0 && !(a.*words.index) && !is_in_pointer(c, a))
            sum.add(a.name, a.*words.weight);
    }
    return sum.str();
}

std::string
index_text(const io_words& words, const std::vector<atom>& atoms, std::size_t dimension)
{
    index_sum sum;
    if (dimension == 0 && words.has_tile_index)
        sum.add(words.tile_index, 1);
    for (const auto& a : atoms) {
        const auto along = a.dimension < 0 ? 0 : a.dimension;
        if (along == static_cast<int>(dimension))
            sum.add(a.name, a.*words.index);
    }
    return sum.str();
}

//! Name of the index in a step: "index", or "index1" ... of several dimensions.
std::string index_name(const simt_context& c, std::size_t dimension)
{
    return c.p.dimensions.size() == 1 ? "index" : fmt::format("index{}", dimension + 1);
}

//! Declares the pointers \p name to the row, or what \p counted says, out of the argument
//! \p argument.
void emit_pointers(simt_context& c,
                   const char* name,
                   const char* argument,
                   const std::string& type,
                   bool is_planar,
                   const char* counted,
                   std::int64_t distance,
                   std::int64_t offset)
{
    const auto row = fmt::format("({}){} * {}", c.d.wide_unsigned, counted, distance);
    const std::string parts[] = { "_re", "_im" };
    for (int i = 0; i < (is_planar ? 2 : 1); ++i) {
        const auto part = is_planar ? parts[i] : "";
        c.w.line("{}{}* {}{} = {};",
                 c.d.global,
                 type,
                 name,
                 part,
                 offset_from(fmt::format("{}{} + {}", argument, part, row), offset));
    }
}

//! Declares where the row begins, from which an expression counts places: the pointer
//! itself moves on.
void emit_origin(simt_context& c, const io_operation& op, const std::string& type)
{
    if (op.expression && needs_place(*op.expression))
        c.w.line("{}{}* const {} = {}{};",
                 c.d.global,
                 type,
                 origin_name(op.expression->is_load),
                 op.expression->is_load ? "from" : "to",
                 op.stored == element::planar ? "_re" : "");
}

} // namespace

void emit_input_pointers(simt_context& c)
{
    emit_pointers(c,
                  "from",
                  "in",
                  "const " + input_type(c.p),
                  c.p.load.stored == element::planar,
                  c.p.store.power ? "frame" : "row",
                  c.p.input_distance,
                  c.p.input_offset);
    emit_origin(c, c.p.load, "const " + input_type(c.p));
}

void emit_advance(simt_context& c, pass_io io, const std::string& elements)
{
    const bool is_input = io == pass_io::input;
    const io_operation& at = is_input ? static_cast<const io_operation&>(c.p.load)
                                      : static_cast<const io_operation&>(c.p.store);
    const auto* pointer = is_input ? "from" : "to";
    if (at.stored != element::planar) {
        c.w.line("{} += {};", pointer, elements);
        return;
    }
    c.w.line("{}_re += {};", pointer, elements);
    c.w.line("{}_im += {};", pointer, elements);
}

const char* column_name(const simt_context& c)
{
    return c.p.workgroup().paired_columns ? "paired_k" : "column";
}

void emit_numbers(simt_context& c, const char* of, const std::vector<atom>& atoms)
{
    for (const auto& text : split_number(of, atoms))
        c.w.put(text);
    if (!c.p.workgroup().paired_columns)
        return;
    const auto half = c.p.columns.size / 2;
    const auto all = c.p.grid.front().size * c.p.columns.size;
    c.w.line("const uint pair = {0} * column_tile + column % {0};", half);
    c.w.line("const uint partner = pair ? {} - pair : {};", all, all / 2);
    c.w.line("const uint paired_k = column < {} ? pair : partner;", half);
}

void emit_input_row(simt_context& c)
{
    auto& w = c.w;
    if (has_bulk_tiles(c.p)) {
        emit_row_in_tile(c);
        return;
    }
    if (c.p.store.power) {
        emit_frame(c);
    } else if (c.may_be_partial()) {
        if (c.p.uses_local_memory()) {
            w.line("const uint row = min({} * group + column, rows - 1); // beyond the "
                   "last row: that one again",
                   c.p.rows_of_group());
        } else {
            w.line("const uint row = {} * group + column;", c.p.columns.size);
            w.put("if (row >= rows)");
            w.put("    return;");
        }
    } else if (c.p.columns_are_rows()) {
        w.put("const uint row = group;");
    } else if (c.p.columns.extent) {
        w.line("const uint near_column = min(column, {} - {} * column_tile); // beyond "
               "the last column: that one again",
               c.p.columns.extent - 1,
               c.p.columns.size);
    }
    emit_input_pointers(c);
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
    emit_output_pointers(c);
}

void emit_output_pointers(simt_context& c)
{
    emit_pointers(c,
                  "to",
                  "out",
                  output_type(c.p),
                  c.p.store.stored == element::planar,
                  "row",
                  c.p.output_distance,
                  c.p.output_offset);
    emit_origin(c, c.p.store, output_type(c.p));
}

void emit_row_pointers(simt_context& c)
{
    emit_input_pointers(c);
    emit_output_pointers(c);
}

std::string is_within(const simt_context& c)
{
    if (c.may_be_partial() && c.p.uses_local_memory())
        return fmt::format("{} * group + column < rows", c.p.columns.size);
    if (c.p.columns.extent)
        return fmt::format(
            "{} * column_tile + column < {}", c.p.columns.size, c.p.columns.extent);
    return "";
}

std::string first_text(const simt_context& c, std::size_t i, pass_io io)
{
    return address_text(c, words_of(c, io), renamed(c, io, c.layout.stages[i].fixed()));
}

void emit_first(simt_context& c, std::size_t i, pass_io io)
{
    const auto words = words_of(c, io);
    const auto lanes = renamed(c, io, c.layout.stages[i].fixed());
    if (!words.is_indexed) {
        // What registers add is then a constant in the instruction. In an index of 32
        // bits it would not be: that may wrap, so each register would have an address of
        // its own (8192 points: 153 registers a work-item instead of 80).
        emit_advance(c, io, first_text(c, i, io));
        return;
    }
    c.w.line("const uint line = {};", line_text(c, words, lanes));
    for (std::size_t d = 0; d < c.p.dimensions.size(); ++d)
        c.w.line("const uint {} = {};", index_name(c, d), index_text(words, lanes, d));
}

point_text register_point(const simt_context& c, std::size_t i, pass_io io, int r, int f)
{
    const auto words = words_of(c, io);
    const auto& layout = c.layout.stages[i];
    point_text text;
    if (!words.is_indexed) {
        text.address = fmt::format("{}", register_offset(layout, r, f, words.weight));
        return text;
    }
    text.line = "line";
    for (std::size_t d = 0; d < c.p.dimensions.size(); ++d) {
        std::int64_t offset = 0;
        if (layout.point.dimension == static_cast<int>(d))
            offset += r * (layout.point.*words.index);
        auto parts = layout.per_item_parts;
        for (auto& a : parts)
            a.*words.index *= a.dimension == static_cast<int>(d);
        offset += lane_offset(parts, f, words.index);
        text.index.push_back(offset_from(index_name(c, d), offset));
    }
    return text;
}

point_text point_of(const simt_context& c, pass_io io, const std::vector<atom>& atoms)
{
    const auto words = words_of(c, io);
    const auto named = renamed(c, io, atoms);
    point_text text;
    text.address = address_text(c, words, named);
    text.line = line_text(c, words, named);
    for (std::size_t d = 0; d < c.p.dimensions.size(); ++d)
        text.index.push_back(index_text(words, named, d));
    return text;
}

void emit_stores(simt_context& c, std::size_t i, bool parts_are_exchanged)
{
    const bool is_only = c.p.stages.size() == 1; // the block has the input's names
    emit_output_row(c);
    if (is_only)
        c.w.open();
    emit_first(c, i, pass_io::output);
    const auto guard = is_within(c);
    if (!guard.empty())
        c.w.open(fmt::format("if ({})", guard));
    each_register(c, i, [&](int q, int r, int f) {
        auto value = c.as_point(fmt::format("x{}", q));
        if (parts_are_exchanged)
            value = fmt::format("complex_of(x{0}.y, x{0}.x)", q);
        c.w.put(store_statement(c.p, register_point(c, i, pass_io::output, r, f), value));
    });
    if (!guard.empty())
        c.w.close();
    if (is_only)
        c.w.close();
}

} // namespace gpufft::simt
