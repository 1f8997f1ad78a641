/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/check/check_parts.h"
#include "plan/check/check_plan.h"
#include "plan/check/check_vectors.h"
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/forms/folds.h"
#include "plan/ir/kept_outputs.h"
#include "plan/request/validate.h"
#include "plan/roots/prime_factors.h"
#include "plan/simd/point_vectors.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

// Far more than any device takes, and little enough to be multiplied.
constexpr std::size_t MOST_PASSES = 64;
constexpr std::size_t MOST_STAGES = 16;
constexpr int MOST_POINTS_PER_ITEM = 256; // of a work-item, in registers
constexpr int MOST_CONCURRENT_SLICES = 64;

void check_stages(const pass& p)
{
    if (p.is_pointwise())
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
        check_count("butterflies per item", s.per_item, 1, MAX_CODELET_LENGTH);
        check_count("a stage's dimension",
                    s.dimension,
                    0,
                    static_cast<std::int64_t>(p.dimensions.size()) - 1);
        check_count("radix times butterflies per item",
                    s.radix * s.per_item,
                    1,
                    MOST_POINTS_PER_ITEM);
    }
}

//! \p length is that of a dimension of \p t, or of the inner DFT of one.
bool is_of(const transform& t, std::int64_t length)
{
    const auto kind = effective_kind(t);
    for (const auto& d : t.shape) {
        if (length == d.length)
            return true;
        for (const bool is_half : { false, true }) {
            if (kind != transform_kind::c2c &&
                length == dft_length(kind, is_half, d.length))
                return true;
        }
    }
    return false;
}

//! Checks a dct or dst of several dimensions in one pass.
void check_folds(const pass& p)
{
    if (p.dimensions.size() == 1)
        return;
    const bool is_one = is_trigonometric(p.load.kind) || is_trigonometric(p.store.kind);
    if (is_one && (p.load.kind != p.store.kind || !(folds_input(p) || folds_output(p))))
        refuse("a pass takes several dimensions of a dct or a dst of type 2 or 3, and "
               "both of its load and store operation know");
    if (!has_room_for_folds(p))
        refuse("what is folded needs the whole tile in local memory: staged-input for "
               "type 3, staged-output for type 2 of an odd last dimension, and no "
               "vectors");
}

void check_dimensions(const transform& t, const pass& p)
{
    for (const auto& d : p.dimensions) {
        check_count("length", d.length, 1, MOST_POINTS);
        // The inner DFT of a dst1 has a point more.
        check_count("caller-length", d.caller_length, 1, MAX_LENGTH + 1);
        if (!is_of(t, d.caller_length))
            refuse("caller-length {} (the product of the radices, unless said) is of no "
                   "dimension of the transform",
                   d.caller_length);
    }
    check_count("row-factor", p.row_factor, 1, MAX_ROW_EXTENT);
    check_count("twiddle-order", p.twiddle_order, 1, MOST_POINTS);
    if ((p.convolves || p.load.by != convolution::none ||
         p.store.by != convolution::none) &&
        p.dimensions.size() != 1)
        refuse("a convolution is along one dimension, and the pass has {}",
               p.dimensions.size());
}

//! Checks the order of Rader's points in \p p, of any form: generator, prime factors.
void check_rader_order(const pass& p)
{
    if (p.order.generator && p.load.by != convolution::rader)
        refuse("a generator is for Rader's load and store operations alone");
    if (p.order.has_prime_factors && !suits_prime_factors(p))
        refuse("prime-factor is for Rader's convolution in several stages of work-items "
               "whose radices have no common factor");
}

//! Vectors of points cover the points of the inner DFT, and none reaches beyond its row.
void check_vectors_of_points(const pass& p)
{
    const auto points = p.columns.size;
    const bool are_lanes = p.lanes() == 4 || p.lanes() == 8 || p.lanes() == 16;
    if (p.lanes() != 1 &&
        !(are_lanes && takes_vectors_of_points(p) && points % p.lanes() == 0))
        refuse("lanes={} of a pointwise pass: 4, 8 or 16 neighbouring points of a real "
               "kind of even length, which divide the {} of the inner DFT; or 1",
               p.lanes(),
               points);
}

//! Checks the parts of a convolution that the caller asks for.
void check_callers_convolution(const transform& t, const pass& p)
{
    if (p.callers_spectrum &&
        !(p.convolves && t.convolved && p.load.by == convolution::none &&
          p.dimensions.front().length == t.shape.front().length))
        refuse("the caller's spectrum is for a pass that convolves as many points as the "
               "transform has, and that is convolved");
    if (!p.store.kept)
        return;
    const bool is_plain = p.store.kind == transform_kind::c2c &&
                          p.store.by == convolution::none && !p.store.power &&
                          p.store.stored != element::real;
    if (!(p.store.kept == kept_of(t)) || p.to != buffer_role::output || !is_plain ||
        p.dimensions.front().output_rotation || p.is_pointwise())
        refuse(
            "a pass keeps the outputs that the transform has, from a store operation of "
            "c2c without rotation");
    if (p.is_vector() && !p.lanes_are(lane_kind::row_points) &&
        !p.lanes_are(lane_kind::columns))
        refuse("vectors keep some outputs where lanes are points or columns");
}

//! Checks that some pass does the convolution that the caller asks for.
void check_is_convolved(const plan& p)
{
    const auto count =
        std::count_if(p.passes.begin(), p.passes.end(), [](const pass& one) {
            return one.callers_spectrum;
        });
    if (p.request.convolved && count != 1)
        refuse("the transform is convolved, and one pass multiplies by the caller's "
               "spectrum: \"convolves callers-spectrum\" stands in {}",
               count);
}

void check_pass(const plan& whole, std::size_t i)
{
    const auto& p = whole.passes[i];
    check_dimensions(whole.request, p);
    check_stages(p);
    check_numbers(p);
    check_cosine_stages(p, effective_kind(whole.request));
    check_axes(p);
    check_folds(p);
    if (p.from == buffer_role::output && i == 0 && !whole.request.in_place)
        refuse("the first pass reads the output, which nothing has written");
    if (p.to == buffer_role::input)
        refuse("a pass writes to the input, which is the caller's");
    if (p.load.windowed && !(whole.request.windowed && p.from == buffer_role::input))
        refuse("the pass reads a window, and the transform has none");
    const auto branches = p.load.windowed ? whole.request.taps_per_branch : 1;
    if (p.load.taps_per_branch != branches)
        refuse("the pass folds {} taps a branch, and there are {} of its window",
               p.load.taps_per_branch,
               branches);
    if ((p.number == precision::float64) != (whole.request.number == precision::float64))
        refuse("the pass computes in another precision than the transform");
    check_callers_convolution(whole.request, p);
    check_samples(p);
    check_expressions(p);
    check_power(whole, p);
    check_branches(whole, p);
    check_sides(whole, p);
    check_paired(p);
    check_constant_geometry(p);
    check_rader_order(p);
    if (p.is_vector())
        check_vectors(p);
    else if (p.is_workgroup())
        check_tile(p);
    else
        check_vectors_of_points(p);
}

} // namespace

void check_plan(const plan& p)
{
    validate(p.request);
    plan whole = p;
    whole.request = packed(p.request);
    check_count("the number of passes",
                static_cast<std::int64_t>(p.passes.size()),
                1,
                MOST_PASSES);
    check_count("concurrent-slices", p.concurrent_slices, 1, MOST_CONCURRENT_SLICES);
    if ((p.slice_rows || p.concurrent_slices > 1) && p.passes.size() < 2)
        refuse("slices are for several passes, and the plan has one: leave out "
               "slice-rows and concurrent-slices");
    if (p.concurrent_slices > 1 && !p.slice_rows)
        refuse("concurrent-slices={} is of slices, and slice-rows says of how many rows",
               p.concurrent_slices);
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        try {
            check_pass(whole, i);
        } catch (const plan_error& e) {
            refuse("pass {} of the plan: {}", i + 1, e.what());
        }
    }
    check_is_convolved(p);
}

} // namespace gpufft
