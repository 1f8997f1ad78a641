/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/emit_real_rows.h"
#include "codegen/simd/reals/real_end.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/emit_table.h"
#include "codegen/text/index_text.h"
#include "plan/simd/streaming.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

namespace {

int rows_of_a_lane(const simd_context& c)
{
    return static_cast<int>(c.p.columns.size / c.p.lanes());
}

//! "window[n] * ", n of the row.
std::string
tap(const simd_context& c, const std::string& first, int i, std::int64_t count)
{
    if (!c.p.load.windowed)
        return "";
    if (is_written_out(c.p))
        return fmt::format("window[{}] * ", (std::stoll(first) + i) % count);
    return fmt::format("window[{}] * ", offset_from(first, i));
}

void emit_load_squares(simd_context& c, const real_end& end)
{
    auto& w = c.w;
    const auto s = end.squares(c.p.input_distance);
    const int lanes = c.p.lanes();
    const auto square = [&](const square_place& from, const std::string& first) {
        end.declare_sign(first);
        w.line("vec square[{}];", lanes);
        for (int lane = 0; lane < lanes; ++lane)
            w.line("square[{}] = {};", lane, input_vector(c.p, from.address(lane)));
        w.put("transpose(square);");
        for (int i = 0; i < lanes; ++i)
            w.line("{} = {}{}square[{}];",
                   end.place(first, i),
                   end.sign(first, i),
                   tap(c, first, i, end.count()),
                   i);
    };
    const auto loose = [&] {
        const auto all = end.count() * rows_of_a_lane(c);
        w.line("vec loose[{}] = {{ 0 }};", all);
        open_loose_numbers(c, s);
        w.line("(({}*)loose)[{} * v + lane] = {};",
               real_type(c.p),
               lanes,
               input_scalar(c.p, end.pointer, "at"));
        w.close();
        w.close();
        for (int n = 0; n < all; ++n)
            w.line("{} = {}{}loose[{}];",
                   end.written_out(n),
                   end.sign(std::to_string(n), 0),
                   tap(c, std::to_string(n), 0, end.count()),
                   n);
    };
    emit_squares(c, s, square, loose);
}

void emit_store_squares(simd_context& c, const real_end& end)
{
    auto& w = c.w;
    auto s = end.squares(c.p.output_distance);
    s.is_gathered = gathers_stores(c.p);
    const int lanes = c.p.lanes();
    const char* times = c.p.store.scaled ? "scale * " : "";
    const auto square = [&](const square_place& to, const std::string& first) {
        end.declare_sign(first);
        w.line("vec square[{}];", lanes);
        for (int i = 0; i < lanes; ++i)
            w.line("square[{}] = {}{}{};",
                   i,
                   end.sign(first, i),
                   times,
                   end.place(first, i));
        w.put("transpose(square);");
        emit_square_stores(c, to);
    };
    const auto loose = [&] {
        const auto all = end.count() * rows_of_a_lane(c);
        w.line("vec loose[{}];", all);
        for (int n = 0; n < all; ++n)
            w.line("loose[{}] = {}{}{};",
                   n,
                   end.sign(std::to_string(n), 0),
                   times,
                   end.written_out(n));
        open_loose_numbers(c, s);
        w.put(output_scalar(
            c.p,
            end.pointer,
            "at",
            fmt::format("(({}*)loose)[{} * v + lane]", real_type(c.p), lanes)));
        w.close();
        w.close();
    };
    emit_squares(c, s, square, loose);
}

} // namespace

bool has_real_ends(const pass& p) { return real_rows_take(p.load, p.store); }

void emit_real_row_tables(simd_context& c)
{
    // Planes share a table.
    const auto input = real_end::input(c).front();
    const auto output = real_end::output(c).front();
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
    for (const auto& end : real_end::input(c))
        emit_load_squares(c, end);
}

void emit_real_row_store(simd_context& c)
{
    c.w.put("// Squares of neighbouring reals, transposed: a vector a row's.");
    for (const auto& end : real_end::output(c))
        emit_store_squares(c, end);
}

} // namespace gpufft::simd
