/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/columns/emit_convolved_columns.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/rows/emit_rows.h"

namespace gpufft::simd {

namespace {

bool has_chirp(const simd_context& c) { return c.p.load.by == convolution::bluestein; }

//! Declares `chirp`, that of point \p n.
void emit_chirp(simd_context& c, const char* n)
{
    c.w.line("const {} chirp = twiddles[{}];", c.complex(), row_chirp(c, n));
}

} // namespace

void emit_convolved_column_load(simd_context& c)
{
    auto& w = c.w;
    w.put("// Neighbouring columns: a lane each.");
    w.open(fmt::format("for (uint n = 0; n < {}; ++n)", c.row_points()));
    emit_input_points(c, 0, fmt::format("tile_in + {} * n", c.input_stride()), "");
    if (has_chirp(c)) {
        emit_chirp(c, "n");
        w.put("re[n] = x0_re * chirp.x - x0_im * chirp.y;");
        w.put("im[n] = x0_re * chirp.y + x0_im * chirp.x;");
    } else {
        w.line("const uint place = {};", point_place(c, "n"));
        w.put("re[place] = x0_re;");
        w.put("im[place] = x0_im;");
    }
    w.close();
    if (!has_chirp(c))
        return;
    w.open(
        fmt::format("for (uint n = {}; n < {}; ++n)", c.row_points(), c.buffer_points()));
    w.line("re[n] = {};", c.zero());
    w.line("im[n] = {};", c.zero());
    w.close();
}

void emit_convolved_column_store(simd_context& c)
{
    auto& w = c.w;
    w.put("// Neighbouring columns: a lane each.");
    w.open(fmt::format("for (uint k = 0; k < {}; ++k)", c.row_points()));
    if (has_chirp(c)) {
        emit_chirp(c, "k");
        w.put("const vec y0_re = re[k] * chirp.x - im[k] * chirp.y;");
        w.put("const vec y0_im = re[k] * chirp.y + im[k] * chirp.x;");
    } else {
        w.line("const uint place = {};", row_place(c, "k"));
        w.put("const vec y0_re = re[place];");
        w.put("const vec y0_im = im[place];");
    }
    emit_output_points(c, "k", 1, 0);
    w.close();
}

} // namespace gpufft::simd
