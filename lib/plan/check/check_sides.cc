/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "math/modular.h"
#include "plan/check/check_parts.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/row_extent.h"
#include "plan/request/validate.h"
#include "plan/simt/io_tables.h"
#include <algorithm>
#include <vector>

namespace gpufft {

namespace {

//! Product of the radices of dimension \p d; saturated, so that it cannot overflow.
std::int64_t stage_points(const pass& p, std::size_t d)
{
    std::int64_t points = 1;
    for (const auto& s : p.stages)
        if (s.dimension == static_cast<int>(d))
            points = saturated_product(points, s.radix);
    return points;
}

//! Checks the inner DFT that the load or store operation of dimension \p i asks for.
void check_core(const pass& p, const pass_io_view& s, std::size_t i)
{
    const auto& d = p.dimensions[i];
    const auto& op = s.op(p);
    const bool is_plain = op.kind == transform_kind::c2c;
    if (is_plain && op.by == convolution::none)
        return;
    // In several dimensions only the last one is halved.
    const auto dft = i + 1 == p.dimensions.size() ? dft_length(p, op) : d.caller_length;
    switch (op.by) {
    case convolution::none:
        if (d.length != dft)
            refuse(
                "{} operation of {} points has an inner DFT of {}, and the pass has {}",
                s.name,
                d.caller_length,
                dft,
                d.length);
        return;
    case convolution::rader:
        if (d.length != dft - 1 || !is_prime(dft))
            refuse(
                "Rader's convolution of {} points is for the prime above it, not for {}",
                d.length,
                dft);
        if (p.order.generator && !is_generator(p.order.generator, dft))
            refuse("the powers of {} are not all of 1 .. {} modulo {}; the least "
                   "generator is {}",
                   p.order.generator,
                   dft - 1,
                   dft,
                   generator_modulo(dft));
        return;
    case convolution::bluestein:
        if (d.length < 2 * dft - 1)
            refuse("Bluestein's convolution of {} points needs {} at least, got {}",
                   dft,
                   2 * dft - 1,
                   d.length);
        return;
    }
}

//! Points along dimension \p i that a rotation goes through: a convolution has others
//! than the row.
std::int64_t rotated_points(const pass& p, const pass_io_view& s, std::size_t i)
{
    const auto& op = s.op(p);
    return op.by == convolution::none ? p.dimensions[i].length : dft_length(p, op);
}

//! \return inner points from the first to the last point that the stages of \p p have
//! along dimension \p i
std::int64_t last_point(const pass& p, const pass_io_view& s, std::size_t i)
{
    const auto& d = p.dimensions[i];
    const auto points = stage_points(p, i);
    if (s.is_output || !d.input_tile)
        return saturated_product(points - 1, d.*s.step);
    return saturated_sum(saturated_product(d.input_tile - 1, d.*s.step),
                         saturated_product(points / d.input_tile - 1, d.input_tile_step));
}

//! Checks points in tiles, the order in which an earlier pass may have left them.
void check_tiles(const pass& p)
{
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        const auto& d = p.dimensions[i];
        check_count("input-tile", d.input_tile, 0, MOST_POINTS);
        check_count("input-tile-step", d.input_tile_step, 0, MOST_POINTS);
        if (!d.input_tile)
            continue;
        if (p.from != buffer_role::workspace || !p.is_workgroup() ||
            p.workgroup().staged_input || p.convolves)
            refuse("tiles of points are for work-items that load from the workspace");
        if (stage_points(p, i) % d.input_tile)
            refuse("tiles of {} points do not divide the {} of dimension {}",
                   d.input_tile,
                   stage_points(p, i),
                   i);
    }
}

//! Stages and axes reach every point of the first dimension once: each steps over the
//! range of the finer ones.
void check_digits(const pass& p, const pass_io_view& s)
{
    struct digit {
        std::int64_t step;
        std::int64_t size;
    };
    const auto& d = p.dimensions.front();
    std::vector<digit> digits;
    const auto add = [&](std::int64_t step, std::int64_t size) {
        if (step && size > 1)
            digits.push_back({ step, size });
    };
    const auto points = stage_points(p, 0);
    if (s.is_output || !d.input_tile) {
        add(d.*s.step, points);
    } else {
        add(d.*s.step, d.input_tile);
        add(d.input_tile_step, points / d.input_tile);
    }
    for (const auto& a : whole_axes(p))
        add(a.*s.axis_step, a.size);
    std::sort(digits.begin(), digits.end(), [](const digit& a, const digit& b) {
        return a.step < b.step;
    });
    std::int64_t reached = 1;
    for (const auto& each : digits) {
        if (each.step != reached)
            refuse("{} points come in steps of {}, and the finer steps reach {}",
                   s.name,
                   each.step,
                   reached);
        reached = saturated_product(reached, each.size);
    }
}

//! Stages and axes run over every point of the inner DFT, and weights are the steps times
//! the strides.
void check_coverage(const pass& p, const pass_io_view& s)
{
    const auto& along = p.dimensions.front();
    std::int64_t last = 0;
    const auto add = [&](const axis& a) {
        if (!(a.*s.axis_step))
            return;
        last = saturated_sum(last, saturated_product(a.size - 1, a.*s.axis_step));
        if (a.*s.weight != saturated_product(a.*s.axis_step, along.*s.stride))
            refuse("the {} weight of axis {} is not its step times the stride",
                   s.name,
                   a.name);
    };
    auto axes = whole_axes(p);
    const auto& columns = axes.front();
    if (p.is_pointwise() && columns.*s.axis_step != 1)
        refuse("the columns of a pointwise pass are the inner DFT's outputs, one by one");
    if (p.is_pointwise() && (s.is_output ? p.store_is_indexed() : p.load_is_indexed())) {
        last = columns.size - 1;
        axes.erase(axes.begin());
    }
    for (const auto& a : axes)
        add(a);
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        const auto& d = p.dimensions[i];
        const auto points = last_point(p, s, i);
        const auto reached = i == 0 ? saturated_sum(last, points) : points;
        if (reached != d.length - 1)
            refuse("stages and axes reach {} point {} of dimension {}, which has {}",
                   s.name,
                   reached,
                   i,
                   d.length);
        check_core(p, s, i);
        check_count("a rotation", d.*s.rotation, 0, rotated_points(p, s, i) - 1);
    }
}

//! The pass stays within \p extent elements of a row, and its next row is \p distance on.
void check_reach(const pass& p,
                 const pass_io_view& s,
                 std::int64_t extent,
                 std::int64_t distance)
{
    const auto last = saturated_sum(last_element(p, s),
                                    saturated_product(p.row_factor - 1, p.*s.distance));
    if (last >= extent)
        refuse("{} element {} is beyond the row's {}", s.name, last, extent);
    const auto rows = saturated_product(p.row_factor, p.*s.distance);
    if (rows != distance)
        refuse("{} rows lie {} apart, and {} rows of a pass with distance {} make {}",
               s.name,
               distance,
               p.row_factor,
               p.*s.distance,
               rows);
}

element stored_at(const plan& p, buffer_role at)
{
    const bool is_input = at == buffer_role::input;
    if (is_input ? has_real_input(p.request) : has_real_output(p.request))
        return element::real;
    const auto layout = is_input ? p.request.input_layout : p.request.output_layout;
    return layout == complex_layout::planar ? element::planar : element::complex;
}

void check_view(const plan& whole, const pass& p, const pass_io_view& s)
{
    const auto& t = whole.request;
    const auto& op = s.op(p);
    check_coverage(p, s);
    if (!p.is_pointwise() && !p.workgroup().paired_columns)
        check_digits(p, s);
    if (p.*s.at == buffer_role::workspace) {
        if (op.stored == element::planar || op.is_float16)
            refuse("the workspace holds complex or real numbers of the arithmetic");
        // The workspace is as large as the passes ask for, so a row need only stay within
        // its own part.
        const auto last = last_element(p, s);
        if (last >= p.*s.distance)
            refuse("{} element {} is beyond the {} of the workspace of a row",
                   s.name,
                   last,
                   p.*s.distance);
        if (row_extent(p, s) > MAX_ROW_EXTENT)
            refuse("{} a row has {} elements of the workspace from first to last, and "
                   "kernels reach {} (2^31)",
                   s.name,
                   row_extent(p, s),
                   MAX_ROW_EXTENT);
        return;
    }
    const bool is_input = p.*s.at == buffer_role::input;
    const auto extent = is_input ? input_extent(t) : output_extent(t);
    const auto distance = is_input ? t.input_distance : t.output_distance;
    const auto stored = stored_at(whole, p.*s.at);
    if (op.is_float16 != (t.number == precision::float16))
        refuse("the {} operation stores otherwise than the transform", s.name);
    // Neighbouring reals in memory may be taken for complex points.
    const bool are_pairs = stored == element::real && op.stored == element::complex &&
                           op.kind == transform_kind::c2c && distance % 2 == 0;
    if (are_pairs)
        check_reach(p, s, extent / 2, distance / 2);
    else if (op.stored == stored)
        check_reach(p, s, extent, distance);
    else
        refuse("the {} operation stores otherwise than the transform", s.name);
}

} // namespace

void check_sides(const plan& whole, const pass& p)
{
    check_tiles(p);
    check_view(whole, p, PASS_INPUT);
    check_view(whole, p, PASS_OUTPUT);
}

} // namespace gpufft
