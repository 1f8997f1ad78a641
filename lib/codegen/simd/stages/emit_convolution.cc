/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/stages/emit_convolution.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/index_text.h"

namespace gpufft::simd {

namespace {

//! Declares s{v}_re and s{v}_im: the spectrum at the place base + \p v.
void emit_spectrum(simd_context& c, int v)
{
    auto& w = c.w;
    const auto place = offset_from("base", v);
    if (!c.p.columns.twiddle_weight) {
        w.line("const {} s{} = twiddles[{}];",
               c.complex(),
               v,
               offset_from(place, c.twiddles.spectrum));
        return;
    }
    const int lanes = c.p.lanes();
    w.line("const vec s{}_re = LOAD(spectrum + {} * ({}));", v, 2 * lanes, place);
    w.line("const vec s{}_im = LOAD(spectrum + {} * ({}) + {});",
           v,
           2 * lanes,
           place,
           lanes);
}

//! Declares \p name{v}_re and _im: y{v} times the spectrum, parts exchanged.
void emit_times_spectrum(simd_context& c, int v)
{
    emit_spectrum(c, v);
    const bool is_scalar = !c.p.columns.twiddle_weight;
    const auto re = fmt::format(is_scalar ? "s{}.x" : "s{}_re", v);
    const auto im = fmt::format(is_scalar ? "s{}.y" : "s{}_im", v);
    const bool is_dc = v == 0 && c.p.load.by == convolution::rader;
    c.w.line("const vec x{0}_im = y{0}_re * {1} - y{0}_im * {2}{3};",
             v,
             re,
             im,
             is_dc ? " + lone_re" : "");
    c.w.line("const vec x{0}_re = y{0}_re * {2} + y{0}_im * {1}{3};",
             v,
             re,
             im,
             is_dc ? " + lone_im" : "");
}

//! Declares `lone`, Rader's point 0, which is no part of the convolution. Stores output
//! 0, `lone` plus the sum of the other points, which is y0 at the spectrum's place 0.
//! Added once at that place later, `lone` adds to all other outputs.
void emit_lone_point(simd_context& c)
{
    auto& w = c.w;
    const auto lone = c.twiddles.points;
    w.line("vec lone_re = {0}, lone_im = {0}; // point 0", c.zero());
    w.open("if (base == 0)");
    w.line("lone_re = re[{}];", lone);
    w.line("lone_im = im[{}];", lone);
    w.line("re[{}] = lone_re + y0_re;", lone);
    w.line("im[{}] = lone_im + y0_im;", lone);
    w.close();
}

//! Leaves y{v}, output \p v of a butterfly of the step back of stage \p i, in the stack
//! buffer, after the twiddle that it had on the way there.
void emit_back(simd_context& c, std::size_t i, int v, std::int64_t rest)
{
    auto& w = c.w;
    const bool is_last = i == 0;
    const auto j = offset_from("base", v * rest);
    const char* name = "y";
    if (is_last && c.p.twiddle_order > 1) {
        emit_pass_twiddle(c, v, j, "y", "z");
        name = "z";
    } else if (!is_last && v > 0) {
        w.line("const vec z{0}_re = y{0}_re * w[{1}].x - y{0}_im * w[{1}].y;", v, v - 1);
        w.line("const vec z{0}_im = y{0}_re * w[{1}].y + y{0}_im * w[{1}].x;", v, v - 1);
        name = "z";
    }
    // The inverse ends with parts exchanged once more.
    w.line("re[{}] = {}{}_{};", j, name, v, is_last ? "im" : "re");
    w.line("im[{}] = {}{}_{};", j, name, v, is_last ? "re" : "im");
}

//! The last stage there, the spectrum, and the first stage back.
void emit_turn(simd_context& c)
{
    auto& w = c.w;
    const auto i = c.p.stages.size() - 1;
    const int radix = c.p.stages[i].radix;
    w.line(
        "// Stage {}: radix {}, the spectrum, and stage {} back.", i + 1, radix, i + 1);
    open_group_loops(c, i);
    emit_group_twiddles(c, i);
    w.line("const uint base = butterflies * {};", radix);
    for (int v = 0; v < radix; ++v)
        emit_point(c, i, v, 1);
    emit_vector_codelet(c, radix);
    if (c.p.load.by == convolution::rader)
        emit_lone_point(c);
    w.open();
    for (int v = 0; v < radix; ++v)
        emit_times_spectrum(c, v);
    emit_vector_codelet(c, radix);
    for (int v = 0; v < radix; ++v)
        emit_back(c, i, v, 1);
    w.close();
    close_group_loops(c, i);
}

void emit_stage_back(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const int radix = c.p.stages[i].radix;
    const auto rest = c.twiddles.points / c.twiddles.groups[i] / radix;
    w.line("// Stage {} back: radix {}.", i + 1, radix);
    open_group_loops(c, i);
    emit_group_twiddles(c, i);
    if (rest > 1)
        w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    w.line(
        "const uint base = butterflies * {}{};", radix * rest, rest > 1 ? " + rest" : "");
    for (int v = 0; v < radix; ++v) {
        w.line("const vec x{}_re = re[{}];", v, offset_from("base", v * rest));
        w.line("const vec x{}_im = im[{}];", v, offset_from("base", v * rest));
    }
    emit_vector_codelet(c, radix);
    for (int v = 0; v < radix; ++v)
        emit_back(c, i, v, rest);
    if (rest > 1)
        w.close();
    close_group_loops(c, i);
}

} // namespace

void emit_convolution(simd_context& c)
{
    auto& w = c.w;
    if (c.p.columns.twiddle_weight)
        w.line("{0}const {1}* spectrum = ({0}const {1}*)twiddles + {2};",
               c.d.global,
               c.real(),
               offset_from(fmt::format("tile_k * {}", 2 * c.twiddles.points),
                           2 * c.twiddles.spectrum));
    for (std::size_t i = 0; i + 1 < c.p.stages.size(); ++i) {
        w.open();
        emit_point_stage(c, i);
        w.close();
    }
    w.open();
    emit_turn(c);
    w.close();
    for (std::size_t i = c.p.stages.size() - 1; i-- > 0;) {
        w.open();
        emit_stage_back(c, i);
        w.close();
    }
}

} // namespace gpufft::simd
