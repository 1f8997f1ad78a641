/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/stages/emit_convolution.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/index_text.h"
#include <utility>

namespace gpufft::simd {

namespace {

//! Outputs of the whole DFT from a lane to the next of the pass' outputs in a lane.
std::int64_t outputs_apart(const simd_context& c)
{
    return c.p.dimensions[0].length / c.twiddles.points;
}

//! Declares `output`, the first of the DFT's outputs that the first lane of the turn's
//! butterfly has: the digits of the stages before, lowest first.
void emit_first_output(simd_context& c)
{
    index_sum number;
    auto weight = outputs_apart(c);
    for (auto j = c.twiddles.first_stage; j + 1 < c.p.stages.size(); ++j) {
        number.add(fmt::format("k{}", j + 1), weight);
        weight *= c.p.stages[j].radix;
    }
    if (c.p.is_across())
        number.add("tile_k", 1);
    c.w.line("const uint output = {};", number.str());
}

//! Declares s{v}_re and s{v}_im: the caller's spectrum of output \p v of the turn's
//! butterfly, neighbours in the lanes.
void emit_callers_spectrum(simd_context& c, int v)
{
    const auto length = c.p.dimensions[0].length;
    const auto apart = length / c.p.stages.back().radix;
    for (const auto& [part, plane] :
         { std::pair("re", std::int64_t(0)), std::pair("im", length) })
        c.w.line("const vec s{}_{} = LOAD(response + {});",
                 v,
                 part,
                 offset_from("output", plane + v * apart));
}

//! Declares s{v}_re and s{v}_im: the spectrum at the place base + \p v.
void emit_spectrum(simd_context& c, int v)
{
    auto& w = c.w;
    if (c.p.callers_spectrum) {
        emit_callers_spectrum(c, v);
        return;
    }
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
    const bool is_scalar = !c.p.columns.twiddle_weight && !c.p.callers_spectrum;
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
    const bool is_last = i == c.twiddles.first_stage;
    const auto j = offset_from("base", v * rest);
    const char* name = "y";
    // Every fold-th of the last stage's points is left, the others are not computed.
    const bool is_turn = i + 1 == c.p.stages.size();
    const int point = v * (is_turn ? c.fold : 1);
    if (is_last && c.p.twiddle_order > 1) {
        emit_pass_twiddle(c, v, j, "y", "z");
        name = "z";
    } else if (!is_last && v > 0) {
        w.line(
            "const vec z{0}_re = y{0}_re * w[{1}].x - y{0}_im * w[{1}].y;", v, point - 1);
        w.line(
            "const vec z{0}_im = y{0}_re * w[{1}].y + y{0}_im * w[{1}].x;", v, point - 1);
        name = "z";
    }
    // The inverse ends with parts exchanged once more: here, or in the stage that takes
    // columns.
    const bool exchanges = is_last && c.p.is_across();
    w.line("re[{}] = {}{}_{};", j, name, v, exchanges ? "im" : "re");
    w.line("im[{}] = {}{}_{};", j, name, v, exchanges ? "re" : "im");
}

//! Adds what the points that are left have in common: x{v} of every output with the same
//! rest modulo \p radix goes to the first of them.
void emit_folded(simd_context& c, int radix)
{
    auto& w = c.w;
    w.put("// Points in between are not wanted: their spectrum is folded.");
    for (int v = 0; v < radix; ++v) {
        for (const char* part : { "re", "im" }) {
            std::string sum = fmt::format("x{}_{}", v, part);
            for (int other = v + radix; other < radix * c.fold; other += radix)
                sum += fmt::format(" + x{}_{}", other, part);
            w.line("const vec f{}_{} = {};", v, part, sum);
        }
    }
}

//! The butterfly of \p radix points back, of x{v} or where the spectrum is folded f{v}.
void emit_back_codelet(simd_context& c, int radix)
{
    if (c.fold == 1) {
        emit_vector_codelet(c, radix);
        return;
    }
    emit_folded(c, radix);
    c.w.open();
    for (int v = 0; v < radix; ++v)
        for (const char* part : { "re", "im" })
            c.w.line("const vec x{0}_{1} = f{0}_{1};", v, part);
    emit_vector_codelet(c, radix);
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
    if (c.p.callers_spectrum)
        emit_first_output(c);
    for (int v = 0; v < radix; ++v)
        emit_times_spectrum(c, v);
    emit_back_codelet(c, radix / c.fold);
    if (c.fold > 1)
        w.line("const uint base = butterflies * {};", radix / c.fold);
    for (int v = 0; v < radix / c.fold; ++v)
        emit_back(c, i, v, 1);
    if (c.fold > 1)
        w.close();
    w.close();
    close_group_loops(c, i);
}

void emit_stage_back(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const int radix = c.p.stages[i].radix;
    const auto rest = c.twiddles.points / c.twiddles.groups[i] / radix / c.fold;
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
    if (c.p.columns.twiddle_weight && !c.p.callers_spectrum)
        w.line("{0}const {1}* spectrum = ({0}const {1}*)twiddles + {2};",
               c.d.global,
               c.real(),
               offset_from(fmt::format("tile_k * {}", 2 * c.twiddles.points),
                           2 * c.twiddles.spectrum));
    for (auto i = c.twiddles.first_stage; i + 1 < c.p.stages.size(); ++i) {
        w.open();
        emit_point_stage(c, i);
        w.close();
    }
    w.open();
    emit_turn(c);
    w.close();
    for (auto i = c.p.stages.size() - 1; i-- > c.twiddles.first_stage;) {
        w.open();
        emit_stage_back(c, i);
        w.close();
    }
}

} // namespace gpufft::simd
