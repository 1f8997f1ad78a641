/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_kept_store.h"
#include "codegen/simd/points/emit_column_stage.h"
#include "codegen/simd/points/emit_convolved_points.h"
#include "codegen/simd/stages/emit_convolution.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "plan/roots/loaded_rows.h"
#include "plan/simd/deinterleave_order.h"

namespace gpufft::simd {

namespace {

//! Vectors that the way back goes through.
std::int64_t vectors_back(const simd_context& c) { return c.twiddles.points / c.fold; }

//! Declares `column`, the first of a tile's.
void emit_first_column(simd_context& c)
{
    const int lanes = c.p.lanes();
    const auto points = vectors_back(c);
    if (points % lanes)
        c.w.line(
            "const uint column = min(tile * {}, (uint){}); // the last tile overlaps",
            lanes,
            points - lanes);
    else
        c.w.line("const uint column = tile * {};", lanes);
}

//! Declares square_re and square_im: of each output k1 the points of a tile's columns, a
//! lane a column.
void emit_square(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto columns = deinterleave_order(lanes, output_blocks(c.p));
    w.line("vec square_re[{0}], square_im[{0}];", lanes);
    for (int i = 0; i < lanes; ++i)
        for (const char* part : { "re", "im" })
            w.line("square_{0}[{1}] = {0}[{2}];",
                   part,
                   i,
                   offset_from("column", columns[i]));
    w.put("transpose(square_re);");
    w.put("transpose(square_im);");
}

//! Declares w{k}, the twiddles of output \p k, from the table or as a product of others.
void emit_tile_twiddle(simd_context& c, int k, int* at)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const int first = first_factor(c.p.stages[0].twiddles, k);
    if (first == k) {
        w.line("const vec w{}_re = LOAD({});", k, offset_from("tile_twiddles", *at));
        w.line(
            "const vec w{}_im = LOAD({});", k, offset_from("tile_twiddles", *at + lanes));
        *at += 2 * lanes;
        return;
    }
    w.line("const vec w{0}_re = w{1}_re * w{2}_re - w{1}_im * w{2}_im;",
           k,
           first,
           k - first);
    w.line("const vec w{0}_im = w{1}_re * w{2}_im + w{1}_im * w{2}_re;",
           k,
           first,
           k - first);
}

//! Declares x{k} of every output k1 of the columns, after its twiddle.
void emit_points_back(simd_context& c)
{
    auto& w = c.w;
    w.line("// Output k1 of a column times w({})^(k1 column)", c.p.points() / c.fold);
    w.line("{0}const {1}* tile_twiddles = ({0}const {1}*)twiddles + {2} + tile * {3};",
           c.d.global,
           c.real(),
           2 * c.twiddles.tiles_back,
           2 * c.p.lanes() * c.twiddles.tile_rows.size());
    w.put("const vec x0_re = square_re[0], x0_im = square_im[0];");
    int at = 0;
    for (int k = 1; k < c.p.lanes(); ++k) {
        emit_tile_twiddle(c, k, &at);
        w.line("const vec x{0}_re = square_re[{0}] * w{0}_re - square_im[{0}] * w{0}_im;",
               k);
        w.line("const vec x{0}_im = square_re[{0}] * w{0}_im + square_im[{0}] * w{0}_re;",
               k);
    }
}

//! Stores y{v}, whose parts are exchanged once more, at place `column` + \p offset of the
//! caller's row.
void emit_whole_store(simd_context& c, int v, std::int64_t offset)
{
    auto& w = c.w;
    const char* scaled = c.p.store.scaled ? "scale * " : "";
    const auto place = fmt::format("((int)column + {})", offset);
    w.line("const vec z{0}_re = {1}y{0}_im, z{0}_im = {1}y{0}_re;", v, scaled);
    const char* store = output_store(c.p);
    if (c.p.store.stored == element::planar) {
        w.line("{}(to_re + {}, z{}_re);", store, place, v);
        w.line("{}(to_im + {}, z{}_im);", store, place, v);
        return;
    }
    const char* within = output_blocks(c.p) > 1 ? "_WITHIN" : "";
    w.line("{0}(to + 2 * {1}, LOW{2}(z{3}_re, z{3}_im));", store, place, within, v);
    w.line("{0}(to + 2 * {1} + {4}, HIGH{2}(z{3}_re, z{3}_im));",
           store,
           place,
           within,
           v,
           c.p.lanes());
}

//! Stores y{v} of each block of columns: whole vectors where all of the block is kept,
//! nothing where none is.
void emit_column_stores(simd_context& c)
{
    const auto kept = kept_of_folded(c.p);
    const auto points = vectors_back(c);
    const auto last = kept.first + (kept.count - 1) * kept.step;
    for (int v = 0; v < c.p.lanes(); ++v) {
        const auto begin = v * points, end = begin + points;
        if (end <= kept.first || begin > last)
            continue;
        if (kept.step == 1 && begin >= kept.first && end <= last + 1)
            emit_whole_store(c, v, begin - kept.first);
        else
            emit_kept_store(c, v, offset_from("column", begin));
    }
}

//! The first stage on its way back.
void emit_column_stage_back(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    w.line("// Stage 1 back: radix {}, transposed, a lane a column.", lanes);
    w.open(fmt::format("for (uint tile = 0; tile < {}; ++tile)",
                       (vectors_back(c) + lanes - 1) / lanes));
    emit_first_column(c);
    emit_square(c);
    emit_points_back(c);
    emit_vector_codelet(c, lanes);
    emit_column_stores(c);
    w.close();
}

} // namespace

void emit_convolved_points(simd_context& c)
{
    emit_column_stage(c);
    emit_convolution(c);
    emit_column_stage_back(c);
}

} // namespace gpufft::simd
