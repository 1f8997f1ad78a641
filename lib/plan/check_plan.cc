/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/bulk_rows.h"
#include "plan/bulk_tiles.h"
#include "plan/check_parts.h"
#include "plan/check_plan.h"
#include "plan/check_vectors.h"
#include "plan/constant_geometry.h"
#include "plan/cosine_stages.h"
#include "plan/folds.h"
#include "plan/names.h"
#include "plan/pointwise_pass.h"
#include "plan/prime_factors.h"
#include "plan/rank_digits.h"
#include "plan/side.h"
#include "plan/tile.h"
#include "plan/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

// Far more than any device takes, and little enough to be multiplied.
constexpr std::size_t MOST_PASSES = 64;
constexpr std::size_t MOST_STAGES = 16;
constexpr int MOST_WORK_ITEMS = 1 << 13;
constexpr int MOST_PADDING = 1 << 10;
constexpr int MOST_RESIDENT = 64;
constexpr int MOST_CLUSTER = 16;      // of any device today
constexpr int MOST_POINTS_HELD = 256; // of a work-item, in registers
constexpr int MOST_CHAINS = 64;

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
            refuse("caller-length {} (the product of the radices, unless said) is of no "
                   "dimension of the transform",
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

//! The scratch that it reads is in tiles.
bool has_tiles(const pass& p)
{
    for (const auto& d : p.dimensions) {
        if (d.input_tile)
            return true;
    }
    return false;
}

//! A tile over a cluster of workgroups.
void check_cluster(const pass& p)
{
    if (p.cluster == 1 && p.cluster_after == 1 && !p.cluster_is_async &&
        !p.cluster_is_balanced)
        return;
    check_count("cluster", p.cluster, 2, MOST_CLUSTER);
    check_count("cluster-after",
                p.cluster_after,
                1,
                static_cast<std::int64_t>(p.stages.size()) - 1);
    if (p.exchange_parts == exchange::split || p.staged_input || p.staged_output ||
        (p.store.is_mirrored() && !p.paired_output) || folds_input(p) ||
        folds_output(p) || p.store.power || has_tiles(p))
        refuse("a cluster exchanges whole complex values between the stages of one "
               "tile: no split or staged, no power or tiles, and no end that is folded, "
               "or mirrored and not paired-output");
    if (p.convolves && p.cluster_is_async)
        refuse("cluster-async has barriers for one exchange, and a pass that convolves "
               "has two");
    if (p.cluster_is_async && !is_of_whole_subgroups(p))
        refuse("cluster-async counts subgroups of 32 work-items: the stages on either "
               "side of the exchange must employ all of the workgroup's {}, and those "
               "must be whole subgroups",
               p.work_items());
}

void check_constant_geometry(const pass& p)
{
    if (!p.has_constant_geometry)
        return;
    if (!suits_constant_geometry(p))
        refuse("constant-geometry is for all of one dimension in a pass of complex "
               "work-items: no cluster, grid or twiddle-order, no convolves, and no end "
               "that is mirrored, paired or of a convolution or powers");
    if (!has_equal_stages(p))
        refuse("constant-geometry is of at least two stages of the same radix and fill");
}

void check_nesting(const pass& p)
{
    if (p.nesting.empty())
        return;
    auto numbers = p.nesting;
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        if (numbers.size() != p.stages.size() || numbers[i] != static_cast<int>(i) + 1)
            refuse("nesting has each of the {} stages' numbers once", p.stages.size());
    }
    if (p.cluster > 1 || p.has_constant_geometry)
        refuse("nesting is for neither clusters nor constant-geometry, which have places "
               "of their own");
}

//! Of any form.
void check_rader_order(const pass& p)
{
    if (p.generator && p.load.by != convolution::rader)
        refuse("a generator is for Rader's ends alone");
    if (p.has_prime_factors && !suits_prime_factors(p))
        refuse("prime-factor is for Rader's convolution in several stages of work-items "
               "whose radices have no common factor");
}

//! What vectors and pointwise passes would not heed.
void check_untiled(const pass& p)
{
    if (!p.nesting.empty() || p.bulk_input || p.bulk_output || p.resident ||
        p.cluster > 1 || p.cluster_is_async || p.cluster_is_balanced)
        refuse("nesting, bulk-input, bulk-output, resident and cluster are for stages of "
               "work-items");
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
                static_cast<std::int64_t>(p.stages.size()) + (p.cluster > 1 ? 3 : 1));
    for (const auto pad : p.padding)
        check_count("padding", pad, 0, MOST_PADDING);
    check_count("resident", p.resident, 0, MOST_RESIDENT);
    check_cluster(p);
    check_nesting(p);
    make_tile(p); // refuses fills that do not fit their digits
    check_count("work-items", p.work_items(), 1, MOST_WORK_ITEMS);
    if (p.exchange_parts == exchange::split &&
        (p.staged_input || p.staged_output || p.leaves_by_exchange()))
        refuse("what is staged or mirrored needs both parts in local memory at once");
    const bool is_rader = p.load.by == convolution::rader;
    if (is_rader && p.staged_input != p.staged_output)
        refuse("Rader's rows are staged at both ends or at none");
    if ((p.bulk_input && !comes_in_bulk(p)) || (p.bulk_output && !leaves_in_bulk(p)))
        refuse(
            "bulk-input and bulk-output are for Rader's rows, staged, of plain complex "
            "numbers that follow one another; bulk-input is also for whole rows of "
            "other transforms, which follow one another in multiples of 16 bytes, in "
            "several stages whose idle work-items are whole subgroups of 32, and neither "
            "cluster, staged-input, streamed-input, split nor constant-geometry");
}

//! Whole numbers are complex samples, which a pass loads in the order of the caller's.
void check_samples(const pass& p)
{
    const auto& load = p.load;
    if (load.samples == sample_format::number)
        return;
    const bool is_complex =
        load.kind == transform_kind::c2c && load.stored == element::complex;
    const bool is_simd = p.form == kernel_form::simd;
    // Vectors go through their load operation whatever the core is.
    const bool is_operation = is_simd ? p.lanes_are_rows() || !p.lanes_are_columns ||
                                            p.columns.input_weight == 1
                                      : load.by == convolution::none;
    if (!is_complex || !is_operation || p.is_pointwise || p.from != place::input ||
        p.number != precision::float32)
        refuse("{} samples are complex ones of the input, which a load operation takes "
               "for float32 arithmetic; convert them first",
               name_of(load.samples));
}

//! Frames are gathered by the workgroup that has all of their points.
void check_power(const plan& whole, const pass& p)
{
    const auto& store = p.store;
    if (!store.power)
        return;
    const bool is_spectrum =
        (store.kind == transform_kind::c2c || store.kind == transform_kind::r2c) &&
        !store.is_half && !store.swap_parts && store.stored == element::complex &&
        store.by == convolution::none && !p.convolves;
    const bool is_alone = whole.passes.size() == 1 && p.dimensions.size() == 1 &&
                          p.grid.empty() && p.row_factor == 1 && !p.in_place;
    if (!is_spectrum || !is_alone || p.form == kernel_form::simd || p.is_pointwise ||
        p.number != precision::float32 || store.scaled || p.staged_output ||
        p.dimensions.front().output_rotation)
        refuse("power is gathered by the only pass of a forward c2c or r2c of one "
               "dimension in float32, with work-items, a core as long as the frame, and "
               "neither scale, rotation nor staged-output; leave \"{}\" out of store",
               name_of(*store.power));
}

//! Vectors of points come to those of the core, none of them beyond its row.
void check_vectors_of_points(const pass& p)
{
    const auto points = p.columns.size;
    const bool are_lanes = p.lanes == 4 || p.lanes == 8 || p.lanes == 16;
    if (p.lanes != 1 &&
        !(are_lanes && takes_vectors_of_points(p) && points % p.lanes == 0))
        refuse("lanes={} of a pointwise pass: 4, 8 or 16 neighbouring points of a real "
               "kind of even length, which divide the {} of the core; or 1",
               p.lanes,
               points);
}

void check_pass(const plan& whole, std::size_t i)
{
    const auto& p = whole.passes[i];
    if ((p.streamed_input || p.streamed_output) &&
        (p.form == kernel_form::simd || p.is_pointwise))
        refuse("streamed-input and streamed-output are for stages of work-items");
    check_dimensions(whole.what, p);
    check_stages(p);
    check_cosine_stages(p, effective_kind(whole.what));
    check_axes(p);
    check_folds(p);
    if (p.from == place::output && i == 0 && !whole.what.in_place)
        refuse("the first pass reads the output, which nothing has written");
    if (p.to == place::input)
        refuse("a pass writes to the input, which is the caller's");
    if (p.load.windowed && !(whole.what.windowed && p.from == place::input))
        refuse("the pass reads a window, and the transform has none");
    if ((p.number == precision::float64) != (whole.what.number == precision::float64))
        refuse("the pass computes in another precision than the transform");
    check_samples(p);
    check_power(whole, p);
    check_sides(whole, p);
    check_paired(p);
    check_constant_geometry(p);
    if (p.stream_rows && p.form != kernel_form::simd)
        refuse("stream-rows={} is for vectors", p.stream_rows);
    if (p.fetch_ahead != USUAL_FETCH && p.form != kernel_form::simd)
        refuse("fetch-ahead={} is for vectors", p.fetch_ahead);
    check_rader_order(p);
    if (p.form == kernel_form::simd || p.is_pointwise)
        check_untiled(p);
    if (p.form == kernel_form::simd)
        check_vectors(p);
    else if (!p.is_pointwise)
        check_tile(p);
    else
        check_vectors_of_points(p);
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
    check_count("chains", p.chains, 1, MOST_CHAINS);
    if ((p.slice_rows || p.chains > 1) && p.passes.size() < 2)
        refuse("slices are for several passes, and the plan has one: leave out "
               "slice-rows and chains");
    if (p.chains > 1 && !p.slice_rows)
        refuse("chains={} is of slices, and slice-rows says of how many rows", p.chains);
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        try {
            check_pass(whole, i);
        } catch (const plan_error& e) {
            refuse("pass {} of the plan: {}", i + 1, e.what());
        }
    }
}

} // namespace gpufft
