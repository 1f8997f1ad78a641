/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_vector_value.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/simd/transpose_blocks.h"
#include "plan/simd/nt_stores.h"
#include <vector>

namespace gpufft::simd {

namespace {

//! Puts both parts of output \p k times the chirp into a transpose block, as its element
//! \p i, or into the blocks of two planes.
void emit_chirped_parts(simd_context& c, int i, const std::string& k)
{
    auto& w = c.w;
    const bool swaps = c.p.store.swap_parts;
    const bool is_planar = c.p.store.stored == element::planar;
    const auto times = c.p.store.scaled ? "scale * " : "";
    const auto part = [&](bool is_second) {
        return is_planar ? fmt::format("square_{}[{}]", is_second ? "im" : "re", i)
                         : fmt::format("square[{}]", 2 * i + is_second);
    };
    w.line("const {} chirp{} = twiddles[{}];", c.complex(), i, row_chirp(c, k));
    w.line("{0} = {1}(re[{2}] * chirp{3}.x - im[{2}] * chirp{3}.y);",
           part(swaps),
           times,
           k,
           i);
    w.line("{0} = {1}(re[{2}] * chirp{3}.y + im[{2}] * chirp{3}.x);",
           part(!swaps),
           times,
           k,
           i);
}

//! Transpose blocks of the numbers at \p pointer, of which an element has one for each of
//! \p parts, the arrays that they come from.
void emit_store_blocks(simd_context& c,
                       const char* pointer,
                       const std::vector<const char*>& parts)
{
    auto& w = c.w;
    transpose_blocks s;
    s.pointer = pointer;
    s.numbers = static_cast<int>(parts.size());
    s.distance = s.numbers * c.p.output_distance;
    s.elements = c.row_points();
    const auto rotation = row_rotation(c, c.p.dimensions[0].output_rotation);
    const char* times = c.p.store.scaled ? "scale * " : "";
    const auto take_point =
        [&](const char* to, int i, const std::string& place, const std::string& k) {
            for (int part = 0; part < s.numbers; ++part)
                w.line("{}[{}] = {}{}[{}];",
                       to,
                       s.numbers * i + part,
                       times,
                       parts[part],
                       place);
            emit_store_values(c,
                              { fmt::format("{}[{}]", to, 2 * i),
                                fmt::format("{}[{}]", to, 2 * i + 1) },
                              place_in_row(c, k),
                              row_of_place(c, k));
        };
    s.is_combined = combines_stores(c.p);
    const auto square = [&](const block_place& to, const std::string& first) {
        w.line("vec square[{}];", c.p.lanes());
        for (int i = 0; i < s.together(c.p.lanes()); ++i) {
            const auto k = element_after(first, i);
            if (c.p.store.by == convolution::bluestein)
                emit_chirped_parts(c, i, k);
            else
                take_point(
                    "square", i, row_place(c, rotated_point(c, i, k, rotation)), k);
        }
        w.put("transpose(square);");
        emit_block_stores(c, to);
    };
    const auto loose = [&] {
        const auto points = c.buffer_points();
        w.line("vec loose[{}];", s.numbers * points);
        for (int j = 0; j < points; ++j)
            take_point("loose",
                       j,
                       rotated_point(c, j, std::to_string(j), rotation),
                       std::to_string(j));
        open_loose_numbers(c, s);
        w.put(output_scalar(
            c.p,
            pointer,
            "at",
            fmt::format("(({}*)loose)[{} * v + lane]", c.real(), c.p.lanes())));
        w.close();
        w.close();
    };
    emit_blocks(c, s, square, loose);
}

//! Transpose blocks of both planes, of outputs that are multiplied by the chirp.
void emit_stored_planes(simd_context& c)
{
    auto& w = c.w;
    transpose_blocks s;
    s.pointer = "to_re";
    s.plane = "to_im";
    s.numbers = 1;
    s.distance = c.p.output_distance;
    s.elements = c.row_points();
    const auto square = [&](const block_place& to, const std::string& first) {
        w.line("vec square_re[{0}], square_im[{0}];", c.p.lanes());
        for (int i = 0; i < c.p.lanes(); ++i)
            emit_chirped_parts(c, i, element_after(first, i));
        w.put("transpose(square_re);");
        w.put("transpose(square_im);");
        emit_block_stores(c, to, "square_re", s.pointer);
        emit_block_stores(c, to, "square_im", s.plane);
    };
    emit_blocks(c, s, square, [] {}); // rows that convolve fill vectors
}

} // namespace

void emit_row_store(simd_context& c)
{
    const char* real = c.p.store.swap_parts ? "im" : "re";
    const char* imaginary = c.p.store.swap_parts ? "re" : "im";
    c.w.put("// Squares of neighbouring outputs, transposed: a vector a row's.");
    const bool is_planar = c.p.store.stored == element::planar;
    if (is_planar && c.p.store.by == convolution::bluestein) {
        emit_stored_planes(c);
    } else if (is_planar) {
        emit_store_blocks(c, "to_re", { real });
        emit_store_blocks(c, "to_im", { imaginary });
    } else {
        emit_store_blocks(c, "to", { real, imaginary });
    }
}

} // namespace gpufft::simd
