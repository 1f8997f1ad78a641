/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_rows.h"
#include "codegen/row_squares.h"

namespace gpufft {

namespace {

//! Vector 2 k and 2 k + 1 of \p name: the parts of output \p k.
void emit_parts(simd_context& c,
                const char* name,
                std::int64_t at,
                const std::string& place)
{
    const bool swaps = c.p.store.swap_parts;
    const auto times = c.p.store.scaled ? "scale * " : "";
    c.w.line("{}[{}] = {}{}[{}];", name, at, times, swaps ? "im" : "re", place);
    c.w.line("{}[{}] = {}{}[{}];", name, at + 1, times, swaps ? "re" : "im", place);
}

//! Those of output \p k, number \p i of a square, times the chirp.
void emit_chirped_parts(simd_context& c, int i, const std::string& k)
{
    auto& w = c.w;
    const bool swaps = c.p.store.swap_parts;
    const auto times = c.p.store.scaled ? "scale * " : "";
    w.line("const {} chirp{} = twiddles[{}];", c.complex(), i, row_chirp(c, k));
    w.line("square[{0}] = {1}(re[{2}] * chirp{3}.x - im[{2}] * chirp{3}.y);",
           2 * i + swaps,
           times,
           k,
           i);
    w.line("square[{0}] = {1}(re[{2}] * chirp{3}.y + im[{2}] * chirp{3}.x);",
           2 * i + !swaps,
           times,
           k,
           i);
}

} // namespace

void emit_row_store(simd_context& c)
{
    auto& w = c.w;
    row_squares s;
    s.pointer = "to";
    s.distance = 2 * c.p.output_distance;
    s.elements = c.row_points();
    const auto rotation = c.p.dimensions[0].output_rotation;
    w.put("// Squares of neighbouring outputs, transposed: a vector a row's.");
    const auto square = [&](const auto& address, const std::string& first) {
        w.line("vec square[{}];", c.p.lanes);
        for (int i = 0; i < s.together(c.p.lanes); ++i) {
            const auto k = element_after(first, i);
            if (c.p.store.by == convolution::bluestein)
                emit_chirped_parts(c, i, k);
            else
                emit_parts(
                    c, "square", 2 * i, row_place(c, rotated_point(c, i, k, rotation)));
        }
        w.put("transpose(square);");
        emit_stores(c, [&](const char* store) {
            for (int lane = 0; lane < c.p.lanes; ++lane)
                w.line("{}({}, square[{}]);", store, address(lane), lane);
        });
    };
    const auto loose = [&] {
        const auto points = c.scratch_points();
        w.line("vec loose[{}];", 2 * points);
        for (int j = 0; j < points; ++j)
            emit_parts(
                c, "loose", 2 * j, rotated_point(c, j, std::to_string(j), rotation));
        open_loose_numbers(c, s);
        w.line("to[at] = (({}*)loose)[{} * v + lane];", c.real(), c.p.lanes);
        w.close();
        w.close();
    };
    emit_squares(c, s, square, loose);
}

} // namespace gpufft
