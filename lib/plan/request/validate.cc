/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/expression/parse.h"
#include "plan/request/fused_expression.h"
#include "plan/request/io_view.h"
#include "plan/request/refuse.h"
#include "plan/request/validate.h"
#include <cmath>

namespace gpufft {

namespace {

void check_shape(const transform& t)
{
    if (t.rank() < 1 || t.rank() > MAX_RANK) {
        refuse("a transform has 1 to {} dimensions, got {}{}",
               MAX_RANK,
               t.rank(),
               t.rank() == 0 ? "" : "; transform some of them, then the others");
    }
    for (const auto& d : t.shape) {
        if (d.length < 1)
            refuse("length must be at least 1, got {}", d.length);
        if (d.length > MAX_LENGTH) {
            refuse(
                "length {} is above the limit of {} (2^27) points", d.length, MAX_LENGTH);
        }
        if (t.kind == transform_kind::dct1 && d.length < 2) {
            refuse("dct1 needs at least 2 points, got {}; dct2 to dct4 take 1", d.length);
        }
    }
    if (t.loops.size() > MAX_RANK) {
        refuse("a row has at most {} loops, got {}; join neighbours that lie behind each "
               "other, or make them rows",
               MAX_RANK,
               t.loops.size());
    }
    for (const auto& l : t.loops)
        if (l.count < 1)
            refuse("a loop's count must be at least 1, got {}", l.count);
}

void check_kind(const transform& t)
{
    if (t.kind == transform_kind::r2c && t.dir != direction::forward)
        refuse("r2c is a forward transform, got inverse; c2r is its inverse");
    if (t.kind == transform_kind::c2r && t.dir != direction::inverse)
        refuse("c2r is an inverse transform, got forward; r2c is its inverse");
    if (t.real_input && t.kind != transform_kind::c2c) {
        refuse("real_input is for c2c, whose input is complex otherwise; leave it out of "
               "{}",
               to_string(t));
    }
    if (t.orthogonalize && !is_trigonometric(t.kind)) {
        refuse("orthogonalize is for a DCT or DST; orthonormal alone makes {} orthogonal",
               to_string(t));
    }
    if (!std::isfinite(t.scale))
        refuse("scale must be finite, got {}", t.scale);
}

void check_real_output(const transform& t)
{
    if (!t.real_output)
        return;
    if (t.kind != transform_kind::c2c && t.kind != transform_kind::r2c)
        refuse("real_output is for c2c and r2c, whose output is complex otherwise; leave "
               "it out of {}",
               to_string(t));
    if (t.store.empty())
        refuse("real_output needs a store expression that makes reals, e.g. \"norm(y)\"");
    if (t.in_place)
        refuse(
            "a real output cannot be stored in place of complex elements or of another "
            "number of reals; use two buffers");
}

//! Both expressions are right, and each argument is one of either.
void check_expressions(const transform& full)
{
    check_arguments(full.arguments);
    std::vector<bool> is_used(full.arguments.size());
    for (const auto& each : { fused_load(full), fused_store(full) })
        for (std::size_t i = 0; each && i < each->arguments.size(); ++i)
            is_used[static_cast<std::size_t>(each->arguments[i].number)] = true;
    for (std::size_t i = 0; i < is_used.size(); ++i)
        if (!is_used[i])
            refuse("argument {} is in neither expression; leave it out",
                   full.arguments[i].name);
}

void check_branches(const transform& t)
{
    const auto most = MAX_LENGTH / t.shape.front().length;
    if (t.taps_per_branch < 1 || t.taps_per_branch > most)
        refuse("taps_per_branch must be 1 .. {} of {} points (2^27 taps in all), got {}",
               most,
               t.shape.front().length,
               t.taps_per_branch);
    if (t.taps_per_branch == 1)
        return;
    if (!t.windowed)
        refuse("{} taps a branch are of a window; make the transform `windowed` as well",
               t.taps_per_branch);
    if (t.in_place)
        refuse("rows of {} taps a branch are longer than their outputs, and share "
               "samples; use two buffers",
               t.taps_per_branch);
    if (!t.load.empty())
        refuse(
            "a load expression is of the points of a row, and rows of {} taps a branch "
            "are folded to theirs; change the samples first",
            t.taps_per_branch);
}

void check_window(const transform& t)
{
    check_branches(t);
    if (!t.windowed)
        return;
    if (t.kind != transform_kind::c2c && t.kind != transform_kind::r2c)
        refuse("a window is for c2c and r2c; multiply the input of {} by it first",
               to_string(t));
    if (t.rank() > 1 || !t.loops.empty())
        refuse("a window is for one dimension without loops, got {} dimensions and {} "
               "loops; make the transforms rows, or multiply the input first",
               t.rank(),
               t.loops.size());
}

void check_convolved_outputs(const convolved_outputs& asked, std::int64_t length)
{
    if (asked.first < 0 || asked.first >= length)
        refuse("the first output of a convolution must be point 0 .. {}, got {}",
               length - 1,
               asked.first);
    if (asked.step < 1 || asked.step > length)
        refuse("outputs of a convolution are 1 .. {} points apart, got {}",
               length,
               asked.step);
    const auto most = outputs_of({ asked.first, 0, asked.step }, length).count;
    if (asked.count < 0 || asked.count > most)
        refuse("a convolution of {} points has {} outputs from point {} in steps of {}; "
               "got {}",
               length,
               most,
               asked.first,
               asked.step,
               asked.count);
}

void check_convolved(const transform& t)
{
    if (!t.convolved)
        return;
    if (t.kind != transform_kind::c2c || t.dir != direction::forward || t.real_input)
        refuse("a convolution is of complex rows, c2c forward, and goes back by itself; "
               "two rows of reals go as the planes of a planar one");
    if (t.rank() > 1 || !t.loops.empty())
        refuse(
            "a convolution is along one dimension without loops, got {} dimensions and "
            "{} loops; make the convolutions rows",
            t.rank(),
            t.loops.size());
    if (t.windowed || t.shape.front().input_rotation || t.shape.front().output_rotation)
        refuse("a convolution is neither windowed nor rotated; `first` says where its "
               "outputs begin");
    if (!t.load.empty())
        refuse("a convolution has no load expression; its spectrum is what it multiplies "
               "by, and a store expression changes its outputs");
    if (t.real_output)
        refuse("a convolution's outputs are complex; leave real_output out");
    if (t.norm != normalization::none)
        refuse("a convolution divides by its length once, whatever the normalization; "
               "leave it at none, and say another factor as the scale");
    if (t.number == precision::float16)
        refuse("convolutions are computed in float32 and float64, not in float16");
    const auto length = t.shape.front().length;
    if (!is_covered(length))
        refuse("a convolution of {} points has a prime factor above 31; "
               "next_fast_length() says a length without",
               length);
    check_convolved_outputs(*t.convolved, length);
}

void check_rotations(const transform& t, const side& s)
{
    for (const auto& d : t.shape) {
        const auto rotation = d.*s.rotation;
        if (rotation != 0 && t.kind != transform_kind::c2c) {
            refuse(
                "{}_rotation is for c2c; got {} for {}", s.name, rotation, to_string(t));
        }
        if (rotation < 0 || rotation >= d.length) {
            refuse("{}_rotation must be 0 .. {} (length - 1), got {}",
                   s.name,
                   d.length - 1,
                   rotation);
        }
    }
}

void check_view(const transform& t, const side& s)
{
    if (t.*s.layout == complex_layout::planar && s.is_real(t)) {
        refuse("the {0} of {1} is real and has no planes; leave {0}_layout interleaved",
               s.name,
               to_string(t));
    }
    for (const auto& axis : view_axes(t, s)) {
        if (axis.stride < 0) {
            refuse("{} strides must be positive, got {}; begin at the other end of the "
                   "array, or reverse it",
                   s.name,
                   axis.stride);
        }
    }
    if (t.*s.distance < 0)
        refuse("{}_distance must be positive, got {}", s.name, t.*s.distance);
}

void check_extent(const transform& full, const side& s)
{
    const auto extent = extent_of(view_axes(full, s));
    if (extent > MAX_ROW_EXTENT) {
        refuse("a row of {} elements from first to last ({}) is above the limit of {} "
               "(2^31); {}",
               extent,
               s.name,
               MAX_ROW_EXTENT,
               full.loops.empty() ? "fewer points, or lesser strides, work"
                                  : "take loops out of it and make them rows");
    }
}

} // namespace

void validate(const transform& t)
{
    check_shape(t);
    check_kind(t);
    check_window(t);
    check_real_output(t);
    check_convolved(t);
    for (const auto* s : { &INPUT_VIEW, &OUTPUT_VIEW }) {
        check_rotations(t, *s);
        check_view(t, *s);
    }
    const auto full = packed(t);
    for (const auto* s : { &INPUT_VIEW, &OUTPUT_VIEW })
        check_extent(full, *s);
    check_overlap(full, OUTPUT_VIEW, 1);
    check_in_place(full);
    check_expressions(full);
}

} // namespace gpufft
