/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_prefetches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/points/emit_bins.h"
#include "codegen/simd/points/emit_column_stage.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/index_text.h"
#include "plan/roots/loaded_rows.h"
#include "plan/simd/deinterleave_order.h"
#include <vector>

namespace gpufft::simd {

void emit_column_tile(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto points = c.twiddles.points;
    if (points % lanes)
        w.line("const uint column = min(tile * {}, (uint){}); // the last tile overlaps",
               lanes,
               points - lanes);
    else
        w.line("const uint column = tile * {};", lanes);
    if (loads_bins(c.p))
        emit_bin_loads(c);
    for (int v = 0; v < lanes && !loads_bins(c.p); ++v)
        emit_vector_load(c, v, offset_from("column", v * points));
    emit_prefetches(c);
    emit_scheduled_prefetches(c, 0);
    emit_vector_codelet(c, lanes);
    w.line("// Output k1 of a column times w({})^(k1 column)", c.p.points());
    w.line("{0}const {1}* tile_twiddles = ({0}const {1}*)twiddles + tile * {2};",
           c.d.global,
           c.real(),
           2 * lanes * c.twiddles.tile_rows.size());
    w.line("vec square_re[{}], square_im[{}];", lanes, lanes);
    const auto columns = deinterleave_order(lanes, input_blocks(c.p));
    // A spectrum is in the order of its outputs, as are vectors that are neither stored.
    const auto outputs =
        deinterleave_order(lanes, c.p.convolves ? 1 : output_blocks(c.p));
    std::vector<int> places(outputs.size()); // in the transpose block, of each output
    for (int lane = 0; lane < lanes; ++lane)
        places[outputs[lane]] = lane;
    w.put("square_re[0] = y0_re;");
    w.put("square_im[0] = y0_im;");
    int at = 0;
    for (int k = 1; k < lanes; ++k) {
        const int first = first_factor(c.p.stages[0].twiddles, k);
        if (first == k) {
            w.line("const vec w{}_re = LOAD({});", k, offset_from("tile_twiddles", at));
            w.line("const vec w{}_im = LOAD({});",
                   k,
                   offset_from("tile_twiddles", at + lanes));
            at += 2 * lanes;
        } else {
            const int rest = k - first;
            w.line("const vec w{0}_re = w{1}_re * w{2}_re - w{1}_im * w{2}_im;",
                   k,
                   first,
                   rest);
            w.line("const vec w{0}_im = w{1}_re * w{2}_im + w{1}_im * w{2}_re;",
                   k,
                   first,
                   rest);
        }
        w.line("square_re[{1}] = y{0}_re * w{0}_re - y{0}_im * w{0}_im;", k, places[k]);
        w.line("square_im[{1}] = y{0}_re * w{0}_im + y{0}_im * w{0}_re;", k, places[k]);
    }
    w.put("transpose(square_re);");
    w.put("transpose(square_im);");
    if (c.padding.block)
        emit_padded_place(c, "place", "column");
    const char* first = c.padding.block ? "place" : "column";
    for (int i = 0; i < lanes; ++i) {
        w.line("re[{}] = square_re[{}];", offset_from(first, columns[i]), i);
        w.line("im[{}] = square_im[{}];", offset_from(first, columns[i]), i);
    }
}

void emit_column_title(simd_context& c)
{
    c.w.line(
        "// Stage 1 of {}: radix {}, a lane a column; transposed, a lane an output k1.",
        c.p.stages.size(),
        c.p.lanes());
}

void emit_column_stage(simd_context& c)
{
    emit_column_title(c);
    c.w.open(fmt::format("for (uint tile = 0; tile < {}; ++tile)", c.twiddles.tiles));
    emit_column_tile(c);
    c.w.close();
}

} // namespace gpufft::simd
