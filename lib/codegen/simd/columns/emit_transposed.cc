/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/columns/emit_transposed.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/text/index_text.h"

namespace gpufft::simd {

void emit_transposed_load(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto points = c.twiddles.points;
    const int together = lanes / 2; // complex points in a vector
    w.put("// Points of neighbouring columns, transposed: a lane a column.");
    if (points % together) {
        w.open(
            fmt::format("for (uint next = 0; next < {}; next += {})", points, together));
        w.line("const uint j = min(next, (uint){}); // the last square overlaps",
               points - together);
    } else {
        w.open(fmt::format("for (uint j = 0; j < {}; j += {})", points, together));
    }
    w.line("vec square[{}];", lanes);
    for (int i = 0; i < lanes; ++i)
        w.line("square[{}] = {};",
               i,
               input_vector(c.p,
                            fmt::format("from + 2 * (tile_in + j + {})",
                                        i * c.p.columns.input_weight)));
    w.put("transpose(square);");
    for (int i = 0; i < together; ++i) {
        const auto place = point_place(c, offset_from("j", i));
        w.line("re[{}] = square[{}];", place, 2 * i);
        w.line("im[{}] = square[{}];", place, 2 * i + 1);
    }
    w.close();
}

void emit_transposed_store(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const int together = lanes / 2; // complex points in a vector; divides the points
    const char* real = c.p.store.swap_parts ? "im" : "re";
    const char* imaginary = c.p.store.swap_parts ? "re" : "im";
    w.put("// Points of neighbouring columns, transposed back: a vector a column's.");
    w.open(fmt::format("for (uint j = 0; j < {}; j += {})", c.twiddles.points, together));
    w.line("vec square[{}];", lanes);
    for (int i = 0; i < together; ++i) {
        w.line("square[{}] = {}[{}];", 2 * i, real, offset_from("j", i));
        w.line("square[{}] = {}[{}];", 2 * i + 1, imaginary, offset_from("j", i));
    }
    w.put("transpose(square);");
    for (int i = 0; i < lanes; ++i)
        w.line("{}(to + 2 * (tile_out + j + {}), square[{}]);",
               output_store(c.p),
               i * c.p.columns.output_weight,
               i);
    w.close();
}

} // namespace gpufft::simd
