/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends.h"
#include "codegen/emit_simd.h"
#include "codegen/emit_vectors.h"
#include "codegen/index_text.h"
#include "codegen/literal.h"
#include "codegen/signature.h"
#include "codelet/codelet.h"
#include "plan/vector_twiddles.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

struct simd_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    vector_twiddles twiddles;

    std::size_t last() const { return p.stages.size() - 1; }
};

//! Loads row \p v of a tile of columns as x{v}_re, x{v}_im, through the load operation.
void emit_column_load(simd_context& c, int v)
{
    auto& w = c.w;
    const auto& load = c.p.load;
    const auto points = c.twiddles.points;
    const auto shift = static_cast<int>(load.rotation / points);
    const auto place = offset_from("column", (v + shift) % c.p.lanes * points);
    // The inverse is a forward transform with the parts exchanged.
    const char* real = load.swap_parts ? "im" : "re";
    const char* imaginary = load.swap_parts ? "re" : "im";
    const auto times = load.windowed ? fmt::format("tap{} * ", v) : "";
    if (load.windowed)
        w.line(
            "const vec tap{} = LOAD(window + {});", v, offset_from("column", v * points));
    if (load.format == input_format::real32) {
        w.line("const vec x{}_{} = {}LOAD(from + {});", v, real, times, place);
        w.line("const vec x{}_{} = 0.0f;", v, imaginary);
        return;
    }
    w.line("const vec a{} = LOAD(from + 2 * ({}));", v, place);
    w.line("const vec b{} = LOAD(from + 2 * ({}) + {});", v, place, c.p.lanes);
    w.line("const vec x{0}_{1} = {2}EVEN(a{0}, b{0});", v, real, times);
    w.line("const vec x{0}_{1} = {2}ODD(a{0}, b{0});", v, imaginary, times);
}

void emit_codelet(simd_context& c, int radix)
{
    codelet_names names;
    names.type = "vec";
    names.literal = float_literal;
    names.input = [](int i, bool is_imaginary) {
        return fmt::format("x{}_{}", i, is_imaginary ? "im" : "re");
    };
    names.output = [](int i, bool is_imaginary) {
        return fmt::format("y{}_{}", i, is_imaginary ? "im" : "re");
    };
    for (const auto& statement : codelet::dft(radix).print(names))
        c.w.put(statement);
}

//! Stage 1 over vectors of columns; leaves lane = k1 in the scratch.
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
        emit_column_load(c, v);
    emit_codelet(c, lanes);
    w.line("// Output k1 of a column times w({})^(k1 column)", c.p.points());
    w.line("{}const float* tile_twiddles = ({}const float*)twiddles + tile * {};",
           c.d.global,
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
    w.blank();
}

//! Stores y{v} as the outputs \p k of all lanes, through the store operation.
void emit_point_store(simd_context& c, int v, const std::string& k)
{
    auto& w = c.w;
    const auto& store = c.p.store;
    auto place = k;
    if (const auto shift = store.rotation / c.p.lanes) {
        place = fmt::format("place{}", v);
        w.line("const uint {0} = {1} < {2} ? {1} + {3} : {1} - {2};",
               place,
               k,
               c.twiddles.points - shift,
               shift);
    }
    auto real = fmt::format("y{}_re", v);
    auto imaginary = fmt::format("y{}_im", v);
    if (store.swap_parts)
        std::swap(real, imaginary);
    if (store.scale != 1) {
        const auto scale = float_literal(store.scale);
        w.line("const vec scaled{}_re = {} * {};", v, scale, real);
        w.line("const vec scaled{}_im = {} * {};", v, scale, imaginary);
        real = fmt::format("scaled{}_re", v);
        imaginary = fmt::format("scaled{}_im", v);
    }
    const int step = 2 * c.p.lanes;
    w.line("STORE(to + {} * ({}), LOW({}, {}));", step, place, real, imaginary);
    w.line("STORE(to + {} * ({}) + {}, HIGH({}, {}));",
           step,
           place,
           c.p.lanes,
           real,
           imaginary);
}

//! Opens the loops over the outputs of the stages between the first and stage \p i, and
//! says which group of butterflies and which output K they come to.
void open_group_loops(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    std::string group = "0";
    index_sum number;
    std::int64_t weight = 1;
    for (std::size_t j = 1; j < i; ++j) {
        const int radix = c.p.stages[j].radix;
        w.open(fmt::format("for (uint k{0} = 0; k{0} < {1}; ++k{0})", j + 1, radix));
        group = j == 1 ? "k2" : fmt::format("({}) * {} + k{}", group, radix, j + 1);
        number.add(fmt::format("k{}", j + 1), weight);
        weight *= radix;
    }
    w.line("const uint group_of_k = {};", group);
    if (i == c.last())
        w.line("const uint first_k = {};", number.str());
}

//! Stage \p i over the points, in place; the last one stores to the row.
void emit_point_stage(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const int radix = c.p.stages[i].radix;
    const bool is_last = i == c.last();
    std::int64_t rest = c.twiddles.points / radix;
    for (std::size_t j = 1; j < i; ++j)
        rest /= c.p.stages[j].radix;
    w.line("// Stage {} of {}: radix {}, a lane an output k1.",
           i + 1,
           c.p.stages.size(),
           radix);
    open_group_loops(c, i);
    if (i > 1) {
        w.line("{0}const float2* w = twiddles + {1};",
               c.d.global,
               offset_from(fmt::format("group_of_k * {}", radix - 1),
                           c.twiddles.offsets[i]));
    }
    if (rest > 1)
        w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    const auto base =
        fmt::format("group_of_k * {}{}", radix * rest, rest > 1 ? " + rest" : "");
    w.line("const uint base = {};", base);
    for (int v = 0; v < radix; ++v) {
        const auto slot = offset_from("base", v * rest);
        if (i == 1 || v == 0) {
            w.line("const vec x{}_re = re[{}];", v, slot);
            w.line("const vec x{}_im = im[{}];", v, slot);
            continue;
        }
        w.line("const vec p{}_re = re[{}];", v, slot);
        w.line("const vec p{}_im = im[{}];", v, slot);
        w.line("const vec x{0}_re = p{0}_re * w[{1}].x - p{0}_im * w[{1}].y;", v, v - 1);
        w.line("const vec x{0}_im = p{0}_re * w[{1}].y + p{0}_im * w[{1}].x;", v, v - 1);
    }
    emit_codelet(c, radix);
    for (int v = 0; v < radix; ++v) {
        if (is_last) {
            emit_point_store(
                c, v, offset_from("first_k", v * (c.twiddles.points / radix)));
            continue;
        }
        w.line("re[{}] = y{}_re;", offset_from("base", v * rest), v);
        w.line("im[{}] = y{}_im;", offset_from("base", v * rest), v);
    }
    if (rest > 1)
        w.close();
    for (std::size_t j = 1; j < i; ++j)
        w.close();
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
    w.put("WHOLE_VECTORS");
    emit_signature(w, d, p, name);
    w.open();
    w.line("vec re[{0}], im[{0}]; // scratch: point by point, a lane an output k1",
           c.twiddles.points);
    w.line("const uint group = {};", d.group);
    w.line("const uint groups = {};", d.group_count);
    w.line("const uint first_row = (uint)(({})rows * group / groups);", d.wide_unsigned);
    w.line("const uint end_row = (uint)(({})rows * (group + 1) / groups);",
           d.wide_unsigned);
    w.open("for (uint row = first_row; row < end_row; ++row)");
    w.line("{0}const float* from = ({0}const float*)(in + ({1})row * {2});",
           d.global,
           d.wide_unsigned,
           p.length);
    w.line("{0}float* to = ({0}float*)(out + ({1})row * {2});",
           d.global,
           d.wide_unsigned,
           p.length);
    w.blank();
    emit_column_stage(c);
    for (std::size_t i = 1; i < p.stages.size(); ++i) {
        w.open();
        emit_point_stage(c, i);
        w.close();
    }
    w.close();
    w.close();
}

} // namespace gpufft
