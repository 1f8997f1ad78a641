/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/simt/frames/emit_sliding.h"
#include "codegen/simt/frames/point_loop.h"
#include "codegen/simt/simt_io.h"
#include "plan/ir/forms/sliding_frames.h"

namespace gpufft::simt {

namespace {

//! Declares `n`, the point, and `first`, the first of its frames in the workgroup.
void emit_point_and_frame(simt_context& c, std::int64_t period)
{
    auto& w = c.w;
    const auto points = c.p.points();
    const std::int64_t frames = c.p.workgroup().sliding_frames;
    w.line("const uint n = i % {};", points);
    if (period == 1)
        w.line("const uint first = i / {} * {};", points, frames);
    else if (c.p.columns.size == frames * period)
        w.line("const uint first = i / {};", points);
    else
        w.line("const uint first = i / {0} % {1} + i / {2} * {3};",
               points,
               period,
               points * period,
               frames * period);
}

//! Adds, sample by sample, its term to each of the frames that it is in.
void emit_terms(simt_context& c, std::int64_t branches)
{
    const int frames = c.p.workgroup().sliding_frames;
    const auto taps = c.p.load.taps_per_branch;
    for (std::int64_t s = 0; s < sliding_samples(c.p, frames); ++s) {
        for (int f = 0; f < frames; ++f) {
            const auto branch = s - f * branches;
            if (branch == 0)
                c.w.line("{} sum{} = tap0 * s{};", c.complex(), f, s);
            else if (branch > 0 && branch < taps)
                c.w.line("sum{0} = sum{0} + tap{1} * s{2};", f, branch, s);
        }
    }
}

} // namespace

void emit_sliding_frames(simt_context& c)
{
    auto& w = c.w;
    const auto steps = frame_steps_of(c.p);
    const int frames = c.p.workgroup().sliding_frames;
    const auto points = c.p.points();
    open_shared_points(c, sliding_points(c.p));
    emit_point_and_frame(c, steps.period);
    w.line("const uint row = {} * group + first;", c.p.columns.size);
    emit_input_pointers(c);
    emit_advance(c, pass_io::input, "n");
    w.line("{}const {}* taps = window + n;", c.d.global, c.real());
    const auto weight = emit_place_of_point(c, c.layout.input_order, "first");
    for (std::int64_t s = 0; s < sliding_samples(c.p, frames); ++s)
        w.line("const {} s{} = {};", c.complex(), s, sample_expression(c.p, s * points));
    for (std::int64_t b = 0; b < c.p.load.taps_per_branch; ++b)
        w.line("const {} tap{} = taps[{}];", c.real(), b, b * points);
    emit_terms(c, steps.branches);
    for (int f = 0; f < frames; ++f) {
        w.line(c.p.load.swap_parts ? "place[{}] = exchanged(sum{});"
                                   : "place[{}] = sum{};",
               f * steps.period * weight,
               f);
    }
    w.close();
}

} // namespace gpufft::simt
