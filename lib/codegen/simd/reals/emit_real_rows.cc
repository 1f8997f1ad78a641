/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_branches.h"
#include "codegen/simd/reals/emit_real_rows.h"
#include "codegen/simd/reals/real_io.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/emit_table.h"
#include "codegen/text/index_text.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

namespace {

int rows_of_a_lane(const simd_context& c)
{
    return static_cast<int>(c.p.columns.size / c.p.lanes());
}

//! The place in the row, and in the window, of number \p i after \p first.
std::string
point_of(const simd_context& c, const std::string& first, int i, std::int64_t count)
{
    if (is_written_out(c.p))
        return std::to_string((std::stoll(first) + i) % count);
    return offset_from(first, i);
}

//! "window[n] * ", n of the row, or nothing, where that is done by then.
std::string
tap(const simd_context& c, const std::string& first, int i, std::int64_t count)
{
    if (!c.p.load.windowed || c.p.load.taps_per_branch > 1)
        return "";
    return fmt::format("window[{}] * ", point_of(c, first, i, count));
}

//! `square`: a vector of each lane's row.
void emit_square(simd_context& c,
                 const real_io& op,
                 const block_place& from,
                 const std::string& first)
{
    const int lanes = c.p.lanes();
    if (c.p.load.taps_per_branch > 1) {
        std::vector<std::string> points;
        for (int i = 0; i < lanes; ++i)
            points.push_back(point_of(c, first, i, op.count()));
        emit_folded_square(
            c, [&](int lane) { return from.address(lane); }, points, 1);
        return;
    }
    c.w.line("vec square[{}];", lanes);
    for (int lane = 0; lane < lanes; ++lane)
        c.w.line("square[{}] = {};", lane, input_vector(c.p, from.address(lane)));
}

void emit_load_blocks(simd_context& c, const real_io& op)
{
    auto& w = c.w;
    const auto s = op.blocks(c.p.input_distance);
    const int lanes = c.p.lanes();
    const auto square = [&](const block_place& from, const std::string& first) {
        op.declare_sign(first);
        emit_square(c, op, from, first);
        w.put("transpose(square);");
        for (int i = 0; i < lanes; ++i)
            w.line("{} = {}{}square[{}];",
                   op.place(first, i),
                   op.sign(first, i),
                   tap(c, first, i, op.count()),
                   i);
    };
    const auto loose = [&] {
        const auto all = op.count() * rows_of_a_lane(c);
        w.line("vec loose[{}] = {{ 0 }};", all);
        open_loose_numbers(c, s);
        const auto number = c.p.load.taps_per_branch > 1
                                ? emit_folded_number(c, op.pointer, "f", 1)
                                : input_scalar(c.p, op.pointer, "at");
        w.line("(({}*)loose)[{} * v + lane] = {};", real_type(c.p), lanes, number);
        w.close();
        w.close();
        for (int n = 0; n < all; ++n)
            w.line("{} = {}{}loose[{}];",
                   op.written_out(n),
                   op.sign(std::to_string(n), 0),
                   tap(c, std::to_string(n), 0, op.count()),
                   n);
    };
    emit_blocks(c, s, square, loose);
}

void emit_store_blocks(simd_context& c, const real_io& op)
{
    auto& w = c.w;
    auto s = op.blocks(c.p.output_distance);
    s.is_combined = combines_stores(c.p);
    const int lanes = c.p.lanes();
    const char* times = c.p.store.scaled ? "scale * " : "";
    const auto square = [&](const block_place& to, const std::string& first) {
        op.declare_sign(first);
        w.line("vec square[{}];", lanes);
        for (int i = 0; i < lanes; ++i)
            w.line(
                "square[{}] = {}{}{};", i, op.sign(first, i), times, op.place(first, i));
        w.put("transpose(square);");
        emit_block_stores(c, to);
    };
    const auto loose = [&] {
        const auto all = op.count() * rows_of_a_lane(c);
        w.line("vec loose[{}];", all);
        for (int n = 0; n < all; ++n)
            w.line("loose[{}] = {}{}{};",
                   n,
                   op.sign(std::to_string(n), 0),
                   times,
                   op.written_out(n));
        open_loose_numbers(c, s);
        w.put(output_scalar(
            c.p,
            op.pointer,
            "at",
            fmt::format("(({}*)loose)[{} * v + lane]", real_type(c.p), lanes)));
        w.close();
        w.close();
    };
    emit_blocks(c, s, square, loose);
}

} // namespace

bool has_real_io(const pass& p) { return real_rows_take(p.load, p.store); }

void emit_real_row_tables(simd_context& c)
{
    // Planes share a table.
    const auto input = real_io::input(c).front();
    const auto output = real_io::output(c).front();
    if (input.has_table() || output.has_table())
        c.w.line("// Where each real of a row lies in the scratch, {} to a part.",
                 row_slots(c.p));
    if (input.has_table())
        emit_table(c.w, input.table, input.of);
    if (output.has_table())
        emit_table(c.w, output.table, output.of);
}

void emit_real_row_load(simd_context& c)
{
    c.w.put("// Squares of neighbouring reals, transposed: a lane a row.");
    for (const auto& op : real_io::input(c))
        emit_load_blocks(c, op);
}

void emit_real_row_store(simd_context& c)
{
    c.w.put("// Squares of neighbouring reals, transposed: a vector a row's.");
    for (const auto& op : real_io::output(c))
        emit_store_blocks(c, op);
}

} // namespace gpufft::simd
