/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/folds.h"
#include "plan/padding.h"
#include "plan/paired.h"
#include "plan/residency.h"
#include "plan/stage_choice.h"
#include "plan/strategy.h"
#include "plan/tile.h"
#include "plan/tile_columns.h"
#include <algorithm>

namespace gpufft {

namespace {

// Points of which a unit holds few tiles at once, so that each more of them counts.
constexpr std::int64_t LARGE_TILE = 4096;
constexpr int SHORTEST_RUN = 8;    // neighbouring points that coalesce well enough
constexpr int SHORTEST_BYTES = 64; // likewise of what pairs come from and go to

//! Likewise of paired ends, whose rows are short: as they lie, rows to the lowest lanes.
void stage_pairs(pass& p, const tile& made)
{
    // Pairs of a row that neighbouring work-items have, in bytes at once.
    const auto bytes = [&](const stage_layout& s, std::int64_t atom::*weight, int reals) {
        return contiguous_run(s.lanes, weight) * reals * real_bytes(p);
    };
    p.staged_input =
        p.staged_input ||
        (p.paired_input && can_stage_paired_input(p) &&
         bytes(made.stages.front(), &atom::point_weight, 4) < SHORTEST_BYTES);
    const int reals = p.store.stored == element::real ? 1 : 2;
    p.staged_output =
        p.staged_output ||
        (p.paired_output && can_stage_paired_output(p) &&
         bytes(made.stages.back(), &atom::spectrum_weight, reals) < SHORTEST_BYTES);
    p.low_columns = p.low_columns || (p.paired_input && p.staged_input) ||
                    (p.paired_output && p.staged_output);
}

//! Both ends through local memory where the first (last) stage would touch short runs of
//! neighbours and the tile holds longer ones: they would waste most of each transaction.
void choose_staging(pass& p, const device_limits& limits)
{
    // The whole tile must be in local memory at once.
    if (limits.is_cpu || p.exchange_parts == exchange::split || p.points() <= 2)
        return;
    const auto made = make_tile(p);
    const auto is_short = [](std::int64_t run, std::int64_t of_tile) {
        return run < SHORTEST_RUN && run < of_tile;
    };
    const auto least = p;
    stage_pairs(p, made);
    p.staged_input |=
        !p.paired_input &&
        is_short(contiguous_run(made.stages.front().lanes, &atom::input_weight),
                 contiguous_run(made.input_order, &atom::input_weight));
    // Powers are stored once, after many frames.
    p.staged_output |=
        !p.store.is_mirrored() && !p.paired_output && !p.store.power &&
        is_short(contiguous_run(made.stages.back().lanes, &atom::output_weight),
                 contiguous_run(made.output_order, &atom::output_weight));
    if (local_memory_bytes(p) > limits.local_memory_bytes)
        p = least;
}

} // namespace

std::vector<pass> make_single_pass(const core_request& r, const device_limits& limits)
{
    if (r.points() * point_bytes(r.number) / 2 > limits.local_memory_bytes &&
        r.points() > most_points_held(limits, r.number))
        return {};
    pass p;
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    p.staged_input = folds_input(p);
    p.staged_output = folds_output(p) && !p.store.is_mirrored();
    if (!fit_columns(p, r, limits))
        return {};
    choose_staging(p, limits);
    p.padding = choose_padding(p, limits);
    if (local_memory_bytes(p) > limits.local_memory_bytes)
        p.padding.clear();
    if (p.dimensions.size() > 1 && p.points() >= LARGE_TILE)
        cap_registers(p, limits);
    return { p };
}

} // namespace gpufft
