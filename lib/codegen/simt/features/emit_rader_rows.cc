/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_bulk.h"
#include "codegen/simt/features/emit_rader.h"
#include "codegen/simt/features/staged_rows.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/io_tables.h"
#include <algorithm>

namespace gpufft::simt {

namespace {

//! A row's points and the columns, lowest weight in that memory first.
std::vector<atom> row_atoms(const simt_context& c, pass_io io)
{
    const auto& along = c.p.dimensions[0];
    atom point;
    point.name = "n";
    point.size = static_cast<int>(row_length(c));
    point.dimension = 0;
    point.input_index = point.output_index = 1;
    point.input_weight = along.input_stride;
    point.output_weight = along.output_stride;
    atom column;
    column.name = "column";
    column.size = static_cast<int>(c.p.columns.size);
    column.input_weight = c.p.columns.input_weight;
    column.output_weight = c.p.columns.output_weight;
    if (column.size == 1)
        return { point };
    const auto weight = io == pass_io::input ? &atom::input_weight : &atom::output_weight;
    if (column.*weight < point.*weight)
        return { column, point };
    return { point, column };
}

//! Whether the workgroup's rows are one run of elements, which no operation tells apart.
bool is_one_run(const simt_context& c, pass_io io)
{
    const auto& along = c.p.dimensions[0];
    const bool is_input = io == pass_io::input;
    const bool is_indexed = is_input ? c.p.load_is_indexed() : c.p.store_is_indexed();
    const auto stride = is_input ? along.input_stride : along.output_stride;
    const auto distance = is_input ? c.p.input_distance : c.p.output_distance;
    return !is_indexed && are_one_run(c.p, stride, distance);
}

//! Calls body(first, count) for batches of the elements t + W i, W work-items, that every
//! work-item has, and guarded for those that only the lower ones have.
template <typename Body>
void each_batch(simt_context& c, Body body)
{
    const auto items = c.p.work_items();
    const auto whole = run_length(c) / items;
    const std::int64_t batch = c.p.workgroup().loads_in_flight;
    for (std::int64_t i = 0; i < whole; i += batch)
        body(i, std::min(batch, whole - i));
    if (const auto rest = run_length(c) % items) {
        c.w.open(fmt::format("if (t < {})", rest));
        body(whole, std::int64_t(1));
        c.w.close();
    }
}

//! Element \p i of those of a work-item, in the staged rows.
std::string staged_element(const simt_context& c, std::int64_t i)
{
    return fmt::format("exchange[{}]",
                       offset_from(has_odd_rows(c.p) ? "t + shift" : "t",
                                   c.layout.exchange_points + i * c.p.work_items()));
}

//! Element \p i of the staged rows, counted among all of them, whichever work-item takes
//! it.
std::string staged_place(const simt_context& c, const char* i)
{
    return fmt::format("exchange[{}]",
                       offset_from(has_odd_rows(c.p) ? std::string(i) + " + shift" : i,
                                   c.layout.exchange_points));
}

//! From global memory to the staged rows: in bulk, or where that cannot be, as it is.
std::string loaded_element(const simt_context& c, const std::string& address)
{
    if (c.p.workgroup().bulk_input)
        return fmt::format("from[{}]", address);
    return load_expression(c.p, point_text{ address, "0", { address } });
}

//! Element by element, whatever rows there are.
void emit_loop_load(simt_context& c)
{
    auto& w = c.w;
    const auto loop =
        fmt::format("for (uint i = t; i < {}; i += {})", run_length(c), c.p.work_items());
    if (c.may_be_partial()) {
        w.put("// Beyond the last row: its last element again.");
        w.line("const uint count = (rows - row) * {};", row_length(c));
    }
    w.open(loop);
    w.line("{} = {};",
           staged_place(c, "i"),
           loaded_element(c, c.may_be_partial() ? "min(i, count - 1)" : "i"));
    w.close();
}

void emit_run_load(simt_context& c)
{
    auto& w = c.w;
    const auto items = c.p.work_items();
    emit_first_row(c);
    emit_input_pointers(c);
    if (c.may_be_partial())
        w.open(fmt::format("if ({})", all_rows(c)));
    else
        w.open();
    emit_advance(c, pass_io::input, "t");
    each_batch(c, [&](std::int64_t first, std::int64_t count) {
        for (auto i = first; i < first + count; ++i)
            w.line("const {} v{} = {};",
                   c.complex(),
                   i,
                   loaded_element(c, std::to_string(i * items)));
        for (auto i = first; i < first + count; ++i)
            w.line("{} = v{};", staged_element(c, i), i);
    });
    w.close();
    if (!c.may_be_partial())
        return;
    w.open("else");
    emit_loop_load(c);
    w.close();
}

//! Opens what a bulk copy does where it can; empty \p condition: always.
void open_bulk(simt_context& c, const std::string& condition)
{
    if (condition.empty())
        c.w.open();
    else
        c.w.open(fmt::format("if ({})", condition));
}

void emit_all_in_bulk(simt_context& c)
{
    auto& w = c.w;
    emit_first_row(c);
    emit_input_pointers(c);
    const auto condition = fits_bulk(c, pass_io::input);
    open_bulk(c, condition);
    emit_bulk_load(c);
    w.close();
    if (condition.empty())
        return;
    w.open("else");
    emit_loop_load(c);
    w.put(c.barrier());
    w.close();
}

std::string stored_element(const simt_context& c,
                           const std::string& address,
                           const std::string& value)
{
    if (c.p.workgroup().bulk_output)
        return fmt::format("to[{}] = {};", address, value);
    return store_statement(c.p, point_text{ address, "0", { address } }, value);
}

//! So many elements, one by one.
void emit_loop_store(simt_context& c, const std::string& count)
{
    c.w.line("for (uint i = t; i < {}; i += {})", count, c.p.work_items());
    c.w.put("    " + stored_element(c, "i", staged_place(c, "i")));
}

void emit_loop_store(simt_context& c)
{
    auto& w = c.w;
    if (c.may_be_partial())
        // A workgroup may come here with all of its rows.
        w.line("const uint count = min(rows - row, {}) * {};",
               c.p.columns.size,
               row_length(c));
    emit_loop_store(c, c.may_be_partial() ? "count" : std::to_string(run_length(c)));
}

void emit_all_out_in_bulk(simt_context& c)
{
    auto& w = c.w;
    emit_first_row(c);
    emit_output_pointers(c);
    const auto condition = fits_bulk(c, pass_io::output);
    open_bulk(c, condition);
    emit_bulk_store(c);
    w.close();
    if (condition.empty())
        return;
    w.open("else");
    emit_loop_store(c);
    w.close();
}

void emit_run_store(simt_context& c)
{
    auto& w = c.w;
    const auto items = c.p.work_items();
    emit_first_row(c);
    emit_output_pointers(c);
    if (c.may_be_partial())
        w.open(fmt::format("if ({})", all_rows(c)));
    else
        w.open();
    emit_advance(c, pass_io::output, "t");
    each_batch(c, [&](std::int64_t first, std::int64_t count) {
        for (auto i = first; i < first + count; ++i)
            w.put(stored_element(c, std::to_string(i * items), staged_element(c, i)));
    });
    w.close();
    if (!c.may_be_partial())
        return;
    w.open("else");
    w.line("const uint count = (rows - row) * {};", row_length(c));
    emit_loop_store(c, "count");
    w.close();
}

//! Opens the loop over the elements of the rows, taken apart for \p io.
std::vector<atom> open_row_loop(simt_context& c, pass_io io)
{
    const auto atoms = row_atoms(c, io);
    c.w.open(fmt::format(
        "for (uint i = t; i < {}; i += {})", run_length(c), c.p.work_items()));
    emit_numbers(c, "i", atoms);
    return atoms;
}

} // namespace

//! An element of the staged rows: \p place, which may be empty, and `column`.
std::string row_place(const simt_context& c, const std::string& place)
{
    index_sum sum;
    if (has_odd_rows(c.p))
        sum.add("shift", 1);
    if (!place.empty())
        sum.add(place, 1);
    if (c.p.columns.size > 1)
        sum.add("column", row_length(c));
    if (sum.str() == "0")
        return std::to_string(c.layout.exchange_points);
    return offset_from(sum.str(), c.layout.exchange_points);
}

void emit_rows_load(simt_context& c)
{
    auto& w = c.w;
    emit_shift(c);
    w.put("// The rows come as they lie; stage 1 looks its points up in local memory.");
    if (c.p.workgroup().bulk_input) {
        w.open();
        emit_all_in_bulk(c);
        w.close();
        w.blank();
        return; // at a barrier
    }
    if (is_one_run(c, pass_io::input)) {
        w.open();
        emit_run_load(c);
        w.close();
    } else {
        const auto atoms = open_row_loop(c, pass_io::input);
        emit_input_row(c);
        w.line("exchange[{}] = {};",
               row_place(c, "n"),
               load_expression(c.p, point_of(c, pass_io::input, atoms)));
        w.close();
    }
    w.put(c.barrier());
    w.blank();
}

void emit_rows_store(simt_context& c)
{
    auto& w = c.w;
    w.put("// The rows leave as they lie.");
    if (c.p.workgroup().bulk_output) {
        w.open();
        emit_all_out_in_bulk(c);
        w.close();
        return;
    }
    if (is_one_run(c, pass_io::output)) {
        w.open();
        emit_run_store(c);
        w.close();
        return;
    }
    const auto atoms = open_row_loop(c, pass_io::output);
    emit_output_row(c);
    const auto guard = is_within(c);
    if (!guard.empty())
        w.line("if ({})", guard);
    w.line("{}{}",
           guard.empty() ? "" : "    ",
           store_statement(c.p,
                           point_of(c, pass_io::output, atoms),
                           fmt::format("exchange[{}]", row_place(c, "n"))));
    w.close();
}

} // namespace gpufft::simt
