/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_root.h"
#include "codegen/emit_simd.h"
#include "codegen/emit_vectors.h"
#include "codegen/index_text.h"
#include "codegen/signature.h"
#include "codegen/simd_context.h"
#include "codegen/tile_origin.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

//! Where lanes are points: stage 1 over vectors of columns; leaves lane = k1 in the
//! scratch.
void emit_column_stage(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes;
    const auto points = c.twiddles.points;
    w.line(
        "// Stage 1 of {}: radix {}, a lane a column; transposed, a lane an output k1.",
        c.p.stages.size(),
        lanes);
    w.open(fmt::format("for (uint tile = 0; tile < {}; ++tile)", c.twiddles.tiles));
    if (points % lanes)
        w.line("const uint column = min(tile * {}, (uint){}); // the last tile overlaps",
               lanes,
               points - lanes);
    else
        w.line("const uint column = tile * {};", lanes);
    for (int v = 0; v < lanes; ++v)
        emit_vector_load(c, v, offset_from("column", v * points));
    emit_vector_codelet(c, lanes);
    w.line("// Output k1 of a column times w({})^(k1 column)", c.p.points());
    w.line("{0}const float* tile_twiddles = ({0}const float*)twiddles + tile * {1};",
           c.d.global,
           2 * lanes * (lanes - 1));
    w.line("vec square_re[{}], square_im[{}];", lanes, lanes);
    w.put("square_re[0] = y0_re;");
    w.put("square_im[0] = y0_im;");
    for (int k = 1; k < lanes; ++k) {
        const auto at = 2 * lanes * (k - 1);
        w.line("const vec w{}_re = LOAD({});", k, offset_from("tile_twiddles", at));
        w.line(
            "const vec w{}_im = LOAD({});", k, offset_from("tile_twiddles", at + lanes));
        w.line("square_re[{0}] = y{0}_re * w{0}_re - y{0}_im * w{0}_im;", k);
        w.line("square_im[{0}] = y{0}_re * w{0}_im + y{0}_im * w{0}_re;", k);
    }
    w.put("transpose(square_re);");
    w.put("transpose(square_im);");
    for (int i = 0; i < lanes; ++i) {
        w.line("re[{}] = square_re[{}];", offset_from("column", i), i);
        w.line("im[{}] = square_im[{}];", offset_from("column", i), i);
    }
    w.close();
}

//! Where lanes are columns that lie apart in the input: a column's points are
//! neighbours, so squares are loaded along them and transposed into the scratch.
void emit_transposed_load(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes;
    const auto points = c.twiddles.points;
    const int together = lanes / 2; // complex points in a vector; divides the points
    w.put("// Points of neighbouring columns, transposed: a lane a column.");
    w.open(fmt::format("for (uint j = 0; j < {}; j += {})", points, together));
    w.line("vec square[{}];", lanes);
    for (int i = 0; i < lanes; ++i)
        w.line("square[{}] = LOAD(from + 2 * (tile_in + j + {}));",
               i,
               i * c.p.columns.input_weight);
    w.put("transpose(square);");
    for (int i = 0; i < together; ++i) {
        w.line("re[{}] = square[{}];", offset_from("j", i), 2 * i);
        w.line("im[{}] = square[{}];", offset_from("j", i), 2 * i + 1);
    }
    w.close();
}

//! Declares \p name, the row's first element as floats.
void emit_row_of_floats(simd_context& c,
                        const char* name,
                        const char* type,
                        const char* argument,
                        std::int64_t distance,
                        std::int64_t offset,
                        element stored)
{
    const int floats = stored == element::real ? 1 : 2;
    c.w.line(
        "{0}{1}* {2} = ({0}{1}*){3} + {4};",
        c.d.global,
        type,
        name,
        argument,
        offset_from(fmt::format("({})row * {}", c.d.wide_unsigned, floats * distance),
                    floats * offset));
}

//! The loop over this workgroup's share of the tiles, down to the row's pointers.
void open_share(simd_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    std::int64_t tiles = 1; // of a row
    for (const auto& a : p.grid)
        tiles *= a.size;
    w.line("const uint group = {};", c.d.group);
    w.line("const uint groups = {};", c.d.group_count);
    w.line(
        "const {} tiles = ({})rows * {};", c.d.wide_unsigned, c.d.wide_unsigned, tiles);
    w.put("const uint first_tile = (uint)(tiles * group / groups);");
    w.put("const uint end_tile = (uint)(tiles * (group + 1) / groups);");
    if (c.twiddles.has_lane_roots)
        w.line("{0}const float* lane_roots = ({0}const float*)twiddles;", c.d.global);
    w.open("for (uint number = first_tile; number < end_tile; ++number)");
    if (p.columns_are_rows())
        w.put("const uint row = number;");
    else
        emit_tile_origin(w, p, "number");
    if (p.twiddle_order > 1)
        w.line("const uint tile_k = {};", grid_twiddle(p));
    emit_row_of_floats(
        c, "from", "const float", "in", p.input_distance, p.input_offset, p.load.stored);
    emit_row_of_floats(
        c, "to", "float", "out", p.output_distance, p.output_offset, p.store.stored);
    w.blank();
}

} // namespace

void emit_simd(source_writer& w, const dialect& d, const pass& p, const std::string& name)
{
    if (!d.group_count)
        throw plan_error(
            fmt::format("dialect {} has no vectors: the SIMD form is for CPU "
                        "devices; plan without --cpu, or use opencl",
                        d.name));
    simd_context c{ w, d, p, lay_out_vector_twiddles(p) };
    emit_vectors(w, p.lanes);
    emit_root(w, d, p, "pass_root", c.twiddles.roots);
    w.put("WHOLE_VECTORS");
    emit_signature(w, d, p, name);
    w.open();
    w.line("vec re[{0}], im[{0}]; // scratch", c.twiddles.points);
    open_share(c);
    if (!p.lanes_are_columns)
        emit_column_stage(c);
    else if (!c.loads_columns())
        emit_transposed_load(c);
    for (std::size_t i = c.twiddles.first_stage; i < p.stages.size(); ++i) {
        w.open();
        emit_point_stage(c, i);
        w.close();
    }
    w.close();
    w.close();
}

} // namespace gpufft
