/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/check/check_parts.h"
#include "plan/ir/forms/constant_geometry.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/folds.h"
#include "plan/ir/forms/rank_digits.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

// Far more than any device takes, and little enough to be multiplied.
constexpr int MOST_WORK_ITEMS = 1 << 13;
constexpr int MOST_PADDING = 1 << 10;
constexpr int MOST_RESIDENT = 64;
constexpr int MOST_LOADS_IN_FLIGHT = 64;
constexpr int MOST_CLUSTER = 16; // of any device today

//! The workspace that the pass reads is in tiles.
bool has_tiles(const pass& p)
{
    for (const auto& d : p.dimensions) {
        if (d.input_tile)
            return true;
    }
    return false;
}

//! Checks a tile that a cluster of workgroups shares.
void check_cluster(const pass& p)
{
    if (p.workgroup().cluster.size == 1 && p.workgroup().cluster.after == 1 &&
        !p.workgroup().cluster.is_async && !p.workgroup().cluster.is_balanced)
        return;
    check_count("cluster", p.workgroup().cluster.size, 2, MOST_CLUSTER);
    check_count("cluster-after",
                p.workgroup().cluster.after,
                1,
                static_cast<std::int64_t>(p.stages.size()) - 1);
    if (p.workgroup().parts == exchange::split || p.workgroup().staged_input ||
        p.workgroup().staged_output ||
        (p.store.needs_pairs() && !p.workgroup().paired_output) || folds_input(p) ||
        folds_output(p) || p.store.power || has_tiles(p))
        refuse("a cluster exchanges whole complex values between the stages of one "
               "tile: no split or staged, no power or tiles, and no load or store "
               "operation that is folded, or needs pairs and is not paired-output");
    if (p.convolves && p.workgroup().cluster.is_async)
        refuse("cluster-async has barriers for one exchange, and a pass that convolves "
               "has two");
    if (p.workgroup().cluster.is_async && !is_of_whole_subgroups(p))
        refuse("cluster-async counts subgroups of 32 work-items: the stages on either "
               "side of the exchange must use all of the workgroup's {}, and those "
               "must be whole subgroups",
               p.work_items());
}

void check_sliding_frames(const pass& p)
{
    const auto frames = p.workgroup().sliding_frames;
    if (!frames)
        return;
    check_count("sliding-frames", frames, 2, MOST_SLIDING_FRAMES);
    if (!p.workgroup().staged_input || !suits_sliding_frames(p))
        refuse("sliding-frames is for rows of several taps a branch that share samples, "
               "staged-input, of c2c in one dimension of work-items: no rotated or "
               "strided input, expression, power, split or cluster");
    check_count("terms of sliding frames: their number times the taps a branch",
                saturated_product(frames, p.load.taps_per_branch),
                1,
                MOST_SLIDING_TERMS);
    const auto together = frames * frame_steps_of(p).period;
    if (p.columns.size % together)
        refuse("sliding-frames={} of rows that begin at {} places of {} points: the rows "
               "of a workgroup are a multiple of {}, and not {}",
               frames,
               frame_steps_of(p).period,
               p.points(),
               together,
               p.columns.size);
}

void check_filter_items(const pass& p)
{
    const auto items = p.workgroup().filter_items;
    if (!items)
        return;
    check_count("filter-items", items, CLUSTER_SUBGROUP, MOST_WORK_ITEMS);
    if (!suits_filter_items(p) || !p.workgroup().staged_input ||
        p.workgroup().staged_output || p.workgroup().sliding_frames)
        refuse("filter-items is for rows of several taps a branch that share samples, "
               "staged-input, of c2c in one dimension in several stages: of complex "
               "float or int16 that are no planes, no rotated or strided input, "
               "expression, power, split, cluster, sliding-frames or staged-output, and "
               "whole rows in each {} work-items",
               CLUSTER_SUBGROUP);
    if (!fits_filter_items(p))
        refuse(
            "filter-items={}: they are whole subgroups of {} work-items, divide the {} "
            "places at which rows begin, and have at most {} terms of sums",
            items,
            CLUSTER_SUBGROUP,
            p.points() / frame_steps_of(p).period,
            MOST_SLIDING_TERMS);
}

void check_exchange_order(const pass& p)
{
    if (p.workgroup().exchange_order.empty())
        return;
    auto numbers = p.workgroup().exchange_order;
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        if (numbers.size() != p.stages.size() || numbers[i] != static_cast<int>(i) + 1)
            refuse("exchange-order has each of the {} stages' numbers once",
                   p.stages.size());
    }
    if (p.workgroup().cluster.size > 1 || p.workgroup().has_constant_geometry)
        refuse("exchange-order is for neither clusters nor constant-geometry, which have "
               "places "
               "of their own");
}

} // namespace

void check_constant_geometry(const pass& p)
{
    if (!p.workgroup().has_constant_geometry)
        return;
    if (!suits_constant_geometry(p))
        refuse("constant-geometry is for all of one dimension in a pass of complex "
               "work-items: no cluster, grid or twiddle-order, no convolves, and no load "
               "or store operation that needs pairs, is paired, or is of a convolution "
               "or powers");
    if (!has_equal_stages(p))
        refuse("constant-geometry is of at least two stages of the same radix and "
               "butterflies per item");
}

void check_tile(const pass& p)
{
    check_count("points in a workgroup",
                saturated_product(p.points(), p.columns.size),
                1,
                MOST_TILE_POINTS);
    check_count("levels of padding",
                static_cast<std::int64_t>(p.workgroup().padding.size()),
                0,
                static_cast<std::int64_t>(p.stages.size()) +
                    (p.workgroup().cluster.size > 1 ? 3 : 1));
    for (const auto pad : p.workgroup().padding)
        check_count("padding", pad, 0, MOST_PADDING);
    check_count("min-blocks", p.workgroup().min_blocks, 0, MOST_RESIDENT);
    check_count(
        "loads-in-flight", p.workgroup().loads_in_flight, 1, MOST_LOADS_IN_FLIGHT);
    if (p.workgroup().loads_in_flight != DEFAULT_LOADS_IN_FLIGHT && !p.stages_rows())
        refuse("loads-in-flight is for rows that are staged for Rader's algorithm");
    check_sliding_frames(p);
    check_cluster(p);
    check_exchange_order(p);
    make_tile(p); // refuses butterflies per item that do not fit the stage's digits
    check_count("work-items", p.work_items(), 1, MOST_WORK_ITEMS);
    check_filter_items(p);
    if (p.workgroup().parts == exchange::split &&
        (p.workgroup().staged_input || p.workgroup().staged_output ||
         p.leaves_by_exchange()))
        refuse("what is staged or needs pairs has both parts in local memory at once");
    const bool is_rader = p.load.by == convolution::rader;
    if (is_rader && p.workgroup().staged_input != p.workgroup().staged_output)
        refuse("Rader's rows are staged as input and output, or as neither");
    if ((p.workgroup().bulk_input && !comes_in_bulk(p)) ||
        (p.workgroup().bulk_output && !leaves_in_bulk(p)))
        refuse(
            "bulk-input and bulk-output are for Rader's rows, staged, of plain complex "
            "numbers that follow one another; bulk-input is also for whole rows of "
            "other transforms, which follow one another in multiples of 16 bytes, in "
            "several stages whose idle work-items are whole subgroups of 32, and neither "
            "cluster, staged-input, evict-first-input, split nor constant-geometry");
}

} // namespace gpufft
