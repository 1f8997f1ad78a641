/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "math/modular.h"
#include "plan/check_plan.h"
#include "plan/check_vectors.h"
#include "plan/end_tables.h"
#include "plan/folds.h"
#include "plan/pass_side.h"
#include "plan/refuse.h"
#include "plan/side.h"
#include "plan/tile.h"
#include <set>

namespace gpufft {

namespace {

// Far more than any device takes, and little enough to be multiplied.
constexpr std::size_t MOST_PASSES = 64;
constexpr std::size_t MOST_STAGES = 16;
constexpr std::size_t MOST_AXES = 16;
constexpr std::int64_t MOST_TILE_POINTS = 1 << 18;
constexpr int MOST_WORK_ITEMS = 1 << 13;
constexpr int MOST_PADDING = 1 << 10;
constexpr int MOST_POINTS_HELD = 256;                // of a work-item, in registers
constexpr std::int64_t MOST_POINTS = 4 * MAX_LENGTH; // of a dimension, padded

void check_count(const char* name,
                 std::int64_t value,
                 std::int64_t least,
                 std::int64_t most)
{
    if (value < least || value > most)
        refuse("{} must be {} .. {}, got {}", name, least, most, value);
}

//! Product of the radices of dimension \p d, or more than there can be.
std::int64_t stage_points(const pass& p, std::size_t d)
{
    std::int64_t points = 1;
    for (const auto& s : p.stages)
        if (s.dimension == static_cast<int>(d))
            points = saturated_product(points, s.radix);
    return points;
}

void check_stages(const pass& p)
{
    if (p.is_pointwise)
        return;
    check_count("the number of stages",
                static_cast<std::int64_t>(p.stages.size()),
                1,
                MOST_STAGES);
    for (const auto& s : p.stages) {
        check_count("a radix", s.radix, 1, MAX_CODELET_LENGTH);
        if (s.radix > 1 && prime_factors(s.radix).back() > MAX_CODELET_PRIME)
            refuse("radix {} has a prime factor above {}, which no codelet covers",
                   s.radix,
                   MAX_CODELET_PRIME);
        check_count("a fill", s.fill, 1, MAX_CODELET_LENGTH);
        check_count("a stage's dimension",
                    s.dimension,
                    0,
                    static_cast<std::int64_t>(p.dimensions.size()) - 1);
        check_count("radix times fill", s.radix * s.fill, 1, MOST_POINTS_HELD);
    }
}

//! Names become variables of the kernel.
void check_axes(const pass& p)
{
    check_count(
        "the number of axes", static_cast<std::int64_t>(p.grid.size()), 0, MOST_AXES);
    std::set<std::string> names = { p.columns.name };
    std::int64_t tiles = 1;
    bool has_tile = false;
    for (const auto& a : p.grid) {
        check_count("the size of an axis", a.size, 1, MOST_POINTS);
        if (!names.insert(a.name).second)
            refuse("two axes are called {}", a.name);
        tiles = saturated_product(tiles, a.size);
        has_tile = has_tile || a.name == "column_tile";
    }
    check_count("tiles in a row", tiles, 1, MOST_POINTS);
    check_count(
        "columns", p.columns.size, 1, p.is_pointwise ? MOST_POINTS : MOST_TILE_POINTS);
    if (p.column_extent && !has_tile)
        refuse(
            "column-extent is for columns in tiles, and no axis is called column_tile");
    if (p.columns_are_rows() && !p.is_pointwise &&
        (p.columns.input_weight != p.input_distance ||
         p.columns.output_weight != p.output_distance))
        refuse("without a grid columns are rows, so their weights are the distances");
}

//! Pairs of opposite columns: half a tile each, along a dimension of their own.
void check_pairs(const pass& p)
{
    if (!p.columns_are_paired)
        return;
    const bool has_tiles = !p.grid.empty() && p.grid.front().name == "column_tile" &&
                           !p.grid.front().input_step && !p.grid.front().output_step &&
                           !p.grid.front().input_weight && !p.grid.front().output_weight;
    if (!has_tiles || p.columns.size % 2 || !p.columns.input_step ||
        !p.columns.output_step || p.column_extent || p.dimensions.size() != 1 ||
        p.is_pointwise || p.convolves || !p.store.is_mirrored())
        refuse("paired columns are an even number of outputs of earlier passes, in tiles "
               "without a weight, for a store operation that is mirrored");
}

//! Columns of all tiles, as many as there are or up to a tile more.
void check_extent(const pass& p)
{
    if (!p.column_extent)
        return;
    for (const auto& a : p.grid) {
        if (a.name != "column_tile")
            continue;
        const auto room = a.size * p.columns.size;
        check_count("column-extent", p.column_extent, room - p.columns.size + 1, room);
        if (a.input_weight != p.columns.input_weight * p.columns.size ||
            a.output_weight != p.columns.output_weight * p.columns.size)
            refuse("a tile of columns must follow the one before without a gap");
    }
}

//! The core that an end of dimension \p i speaks of.
void check_core(const pass& p, const pass_side& s, std::size_t i)
{
    const auto& d = p.dimensions[i];
    const auto& end = s.end(p);
    const bool is_plain = end.kind == transform_kind::c2c;
    if (is_plain && end.by == convolution::none)
        return;
    // In several dimensions only the last one is halved.
    const auto core =
        i + 1 == p.dimensions.size() ? core_length(p, end) : d.caller_length;
    switch (end.by) {
    case convolution::none:
        if (d.length != core)
            refuse("{} end of {} points has a core of {}, and the pass has {}",
                   s.name,
                   d.caller_length,
                   core,
                   d.length);
        return;
    case convolution::rader:
        if (d.length != core - 1 || !is_prime(core))
            refuse(
                "Rader's convolution of {} points is for the prime above it, not for {}",
                d.length,
                core);
        return;
    case convolution::bluestein:
        if (d.length < 2 * core - 1)
            refuse("Bluestein's convolution of {} points needs {} at least, got {}",
                   core,
                   2 * core - 1,
                   d.length);
        return;
    }
}

//! Stages and axes run over every point of the core, and weights are what steps make
//! them.
void check_coverage(const pass& p, const pass_side& s)
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
    // What is mirrored is stored by its index.
    auto columns = p.columns;
    if (p.columns_are_paired) // of all tiles: each column knows its own number
        columns.size = saturated_product(columns.size, p.grid.front().size);
    if (p.is_pointwise && s.is_output)
        last = columns.size - 1;
    else
        add(columns);
    for (const auto& a : p.grid)
        add(a);
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        const auto& d = p.dimensions[i];
        const auto points = saturated_product(stage_points(p, i) - 1, d.*s.step);
        const auto reached = i == 0 ? saturated_sum(last, points) : points;
        if (reached != d.length - 1)
            refuse("stages and axes reach {} point {} of dimension {}, which has {}",
                   s.name,
                   reached,
                   i,
                   d.length);
        check_core(p, s, i);
        check_count("a rotation", d.*s.rotation, 0, d.length - 1);
    }
}

//! The pass stays within \p extent elements of a row and finds the next row where it is.
void check_reach(const pass& p,
                 const pass_side& s,
                 std::int64_t extent,
                 std::int64_t distance)
{
    const auto last = last_element(p, s);
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

element stored_at(const plan& p, place at)
{
    const bool is_input = at == place::input;
    if (is_input ? has_real_input(p.what) : has_real_output(p.what))
        return element::real;
    const auto layout = is_input ? p.what.input_layout : p.what.output_layout;
    return layout == complex_layout::planar ? element::planar : element::complex;
}

void check_side(const plan& whole, const pass& p, const pass_side& s)
{
    const auto& t = whole.what;
    const auto& end = s.end(p);
    check_coverage(p, s);
    if (p.*s.at == place::scratch) {
        if (end.stored == element::planar || end.is_float16)
            refuse("the scratch holds complex or real numbers of the arithmetic");
        // Scratch is as large as the passes say, so a row need only keep to itself.
        const auto last = last_element(p, s);
        if (last >= p.*s.distance)
            refuse("{} element {} is beyond the {} of the scratch of a row",
                   s.name,
                   last,
                   p.*s.distance);
        return;
    }
    const bool is_input = p.*s.at == place::input;
    const auto extent = is_input ? input_extent(t) : output_extent(t);
    const auto distance = is_input ? t.input_distance : t.output_distance;
    const auto stored = stored_at(whole, p.*s.at);
    if (end.is_float16 != (t.number == precision::float16))
        refuse("the {} end stores otherwise than the transform", s.name);
    // Neighbouring reals may be taken for complex points, as they lie.
    const bool are_pairs = stored == element::real && end.stored == element::complex &&
                           end.kind == transform_kind::c2c && distance % 2 == 0;
    if (are_pairs)
        check_reach(p, s, extent / 2, distance / 2);
    else if (end.stored == stored)
        check_reach(p, s, extent, distance);
    else
        refuse("the {} end stores otherwise than the transform", s.name);
}

//! \p length is that of a dimension of \p t, or of a core of one.
bool is_of(const transform& t, std::int64_t length)
{
    const auto kind = effective_kind(t);
    for (const auto& d : t.shape) {
        if (length == d.length)
            return true;
        for (const bool is_half : { false, true }) {
            if (kind != transform_kind::c2c &&
                length == core_length(kind, is_half, d.length))
                return true;
        }
    }
    return false;
}

//! Several dimensions of a dct or dst, in one pass.
void check_folds(const pass& p)
{
    if (p.dimensions.size() == 1)
        return;
    const bool is_one = is_trigonometric(p.load.kind) || is_trigonometric(p.store.kind);
    if (is_one && (p.load.kind != p.store.kind || !(folds_input(p) || folds_output(p))))
        refuse("a pass takes several dimensions of a dct or a dst of type 2 or 3, and "
               "both of its ends know");
    if (!has_room_for_folds(p))
        refuse("what is folded needs the whole tile in local memory: staged-input for "
               "type 3, staged-output for type 2 of an odd last dimension, and no "
               "vectors");
}

void check_dimensions(const transform& t, const pass& p)
{
    for (const auto& d : p.dimensions) {
        check_count("length", d.length, 1, MOST_POINTS);
        check_count("caller-length", d.caller_length, 1, MAX_LENGTH);
        if (!is_of(t, d.caller_length))
            refuse("caller-length {} is of no dimension of the transform",
                   d.caller_length);
    }
    check_count("row-factor", p.row_factor, 1, MAX_LENGTH);
    check_count("twiddle-order", p.twiddle_order, 1, MOST_POINTS);
    if ((p.convolves || p.load.by != convolution::none ||
         p.store.by != convolution::none) &&
        p.dimensions.size() != 1)
        refuse("a convolution is along one dimension, and the pass has {}",
               p.dimensions.size());
}

//! What a workgroup of the SIMT form is.
void check_tile(const pass& p)
{
    check_count("points in a workgroup",
                saturated_product(p.points(), p.columns.size),
                1,
                MOST_TILE_POINTS);
    check_count("levels of padding",
                static_cast<std::int64_t>(p.padding.size()),
                0,
                static_cast<std::int64_t>(p.stages.size()) + 1);
    for (const auto pad : p.padding)
        check_count("padding", pad, 0, MOST_PADDING);
    make_tile(p); // refuses fills that do not fit their digits
    check_count("work-items", p.work_items(), 1, MOST_WORK_ITEMS);
    if (p.exchange_parts == exchange::split &&
        (p.staged_input || p.staged_output || p.store.is_mirrored()))
        refuse("what is staged or mirrored needs both parts in local memory at once");
}

void check_pass(const plan& whole, std::size_t i)
{
    const auto& p = whole.passes[i];
    check_dimensions(whole.what, p);
    check_stages(p);
    check_axes(p);
    check_extent(p);
    check_pairs(p);
    check_folds(p);
    if (p.from == place::output && i == 0 && !whole.what.in_place)
        refuse("the first pass reads the output, which nothing has written");
    if (p.to == place::input)
        refuse("a pass writes to the input, which is the caller's");
    if (p.load.windowed && !(whole.what.windowed && p.from == place::input))
        refuse("the pass reads a window, and the transform has none");
    if ((p.number == precision::float64) != (whole.what.number == precision::float64))
        refuse("the pass computes in another precision than the transform");
    check_side(whole, p, PASS_INPUT);
    check_side(whole, p, PASS_OUTPUT);
    if (p.form == kernel_form::simd)
        check_vectors(p);
    else if (!p.is_pointwise)
        check_tile(p);
}

} // namespace

void check_plan(const plan& p)
{
    validate(p.what);
    plan whole = p;
    whole.what = packed(p.what);
    check_count("the number of passes",
                static_cast<std::int64_t>(p.passes.size()),
                1,
                MOST_PASSES);
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        try {
            check_pass(whole, i);
        } catch (const plan_error& e) {
            refuse("pass {} of the plan: {}", i + 1, e.what());
        }
    }
}

} // namespace gpufft
