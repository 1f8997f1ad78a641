/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/cost/run_cost.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/simt/filter_frames.h"
#include "plan/strategies/simt/slide_frames.h"
#include "plan/strategies/strategy.h"
#include <algorithm>

namespace gpufft {

namespace {

// Points of a tile of which a unit holds few at once, so that each more of them counts.
constexpr std::int64_t LARGE_TILE = 4096;
constexpr std::int64_t WHOLE_RUN = 128; // bytes that a transaction moves
// Neighbours that a tile of several dimensions stores as they are: see measurements.md,
// "Short runs of loads and stores".
constexpr int FEW_NEIGHBOURS = 3;
constexpr int SHORTEST_PAIRED_RUN = 8;   // of outputs behind pairs in registers
constexpr int MOST_UNSTAGED_HALVES = 36; // points of a row of halves
constexpr int MOST_HELD_HALVES = 16;     // of them in a work-item
constexpr int MANY_POINTS = 20;          // in registers
constexpr int SPARE_REGISTERS = 32;      // beside them
constexpr std::int64_t LEAST_HELD =
    32; // bytes of a work-item that hide the memory's delay
constexpr std::int64_t LONELY_BYTES = 56; // that want another subgroup beside them

constexpr int SHORTEST_BYTES = 64; // of a run of pairs in global memory

//! Stages paired loads and stores through local memory where neighbouring work-items
//! touch short runs: rows as they lie, and the lowest lanes are rows.
void stage_pairs(pass& p, const tile& layout)
{
    // Bytes of the pairs of a row that neighbouring work-items touch at once.
    const auto bytes = [&](const stage_layout& s, std::int64_t atom::*weight, int reals) {
        return contiguous_run(s.lanes, weight) * reals * real_bytes(p);
    };
    p.change_workgroup().staged_input =
        p.workgroup().staged_input ||
        (p.workgroup().paired_input && can_stage_paired_input(p) &&
         bytes(layout.stages.front(), &atom::point_weight, 4) < SHORTEST_BYTES);
    const int reals = stores_complements(p) ? 4 : p.store.stored == element::real ? 1 : 2;
    p.change_workgroup().staged_output =
        p.workgroup().staged_output ||
        (p.workgroup().paired_output && can_stage_paired_output(p) &&
         bytes(layout.stages.back(), &atom::spectrum_weight, reals) < SHORTEST_BYTES);
    p.change_workgroup().columns_fastest =
        p.workgroup().columns_fastest ||
        (p.workgroup().paired_input && p.workgroup().staged_input) ||
        (p.workgroup().paired_output && p.workgroup().staged_output);
}

std::int64_t element_bytes(const pass& p)
{
    return (p.is_real() ? 1 : 2) * real_bytes(p);
}

/*!
 * Runs of \p run neighbours are so short that the way through local memory is worth it:
 * in rows of plain floats where they do not fill a transaction; in tiles of several
 * dimensions, halves, and beside operations that find each place from its index, all of
 * which take longer anyway, where they do not fill a sector. Such an operation itself
 * (\p is_indexed) takes that way only where each work-item has a run of its own. See
 * measurements.md, "Staged runs".
 */
bool is_short(const pass& p, const io_operation& op, std::int64_t run, bool is_indexed)
{
    if (is_indexed)
        return run < (p.workgroup().paired_input ? SHORTEST_PAIRED_RUN : 2);
    const auto bytes = run * (op.is_float16 ? real_bytes(p) / 2 : real_bytes(p));
    const bool is_plane = op.stored == element::planar;
    const bool is_busy = p.dimensions.size() > 1 || p.load_is_indexed() ||
                         p.store_is_indexed() || (op.is_float16 && !is_plane);
    if (is_busy)
        return bytes * (op.stored == element::real ? 1 : 2) < SECTOR_BYTES;
    return bytes * (op.stored == element::complex ? 2 : 1) < WHOLE_RUN;
}

//! Stages loads (stores) through local memory where the first (last) stage would touch
//! short runs of neighbours and the tile holds longer ones.
void choose_staging(pass& p, const device_limits& limits)
{
    // The whole tile must be in local memory at once.
    if (limits.is_cpu || p.workgroup().parts == exchange::split || p.points() == 1)
        return;
    const auto layout = make_tile(p);
    const auto first = contiguous_run(layout.stages.front().lanes, &atom::input_weight);
    const auto last = contiguous_run(layout.stages.back().lanes, &atom::output_weight);
    const auto least = p;
    stage_pairs(p, layout);
    // Bins of several dimensions that a c2r looks up are not staged: see measurements.md,
    // "Short runs of loads and stores".
    const bool looks_up = p.load_is_indexed() && p.dimensions.size() > 1;
    p.change_workgroup().staged_input |=
        !p.workgroup().paired_input && !looks_up &&
        is_short(p, p.load, first, p.load_is_indexed()) &&
        first < contiguous_run(layout.input_order, &atom::input_weight);
    // Powers are stored once, after many frames.
    const bool has_neighbours =
        p.dimensions.size() > 1 && !p.is_real() && last >= FEW_NEIGHBOURS;
    p.change_workgroup().staged_output |=
        !p.store.needs_pairs() && !p.workgroup().paired_output && !p.store.power &&
        !has_neighbours && is_short(p, p.store, last, p.store_is_indexed()) &&
        last < contiguous_run(layout.output_order, &atom::output_weight);
    if (local_memory_bytes(p) > limits.local_memory_bytes)
        p = least;
}

//! Bytes of a row where more of them are: in the input or in the output.
std::int64_t moved_bytes(const pass& p)
{
    const auto bytes = [&p](const io_operation& by, std::int64_t elements) {
        return static_cast<std::int64_t>(
            static_cast<double>(elements * point_bytes(p.number)) *
            spacing_of(by, p.number).share);
    };
    const auto elements = [&p](const io_operation& by, transform_kind halved) {
        return by.kind == halved && !by.is_half ? p.points() / 2 + 1 : p.points();
    };
    return std::max(bytes(p.load, elements(p.load, transform_kind::c2r)),
                    bytes(p.store, elements(p.store, transform_kind::r2c)));
}

/*!
 * Rows of a pass whose work-items do all of a row: one subgroup is enough where each
 * work-item holds plenty, and where rows are very short each does several.
 */
void choose_rows(pass& p, const device_limits& limits)
{
    if (limits.is_cpu || p.stages.size() > 1 || !p.columns_are_rows() ||
        !p.workgroup().staged_input || !p.workgroup().staged_output || p.convolves ||
        p.workgroup().paired_input || p.workgroup().paired_output)
        return;
    const auto least = p;
    const auto row_bytes = p.points() * element_bytes(p);
    int per_item = 1;
    while (per_item * row_bytes < LEAST_HELD)
        per_item *= 2;
    const int subgroups = per_item * moved_bytes(p) < LONELY_BYTES ? 2 : 1;
    p.columns.size = static_cast<std::int64_t>(per_item) * subgroups * limits.subgroup;
    p.stages[0].per_item = per_item;
    if (p.work_items() > limits.max_work_items ||
        local_memory_bytes(p) > limits.local_memory_bytes)
        p = least;
}

//! Work-items that have a whole row, or much of one, load what is so short from where it
//! lies: caches of the compute unit keep what neighbours want. See measurements.md,
//! "Loads of short rows".
bool may_load_unstaged(const pass& p)
{
    if (!p.columns_are_rows() || p.stages[0].per_item > 1 || p.convolves ||
        p.store.power || folds_input(p) || p.workgroup().paired_input)
        return false;
    const auto& load = p.load;
    const bool is_real_dft =
        load.kind == transform_kind::r2c || load.kind == transform_kind::c2r;
    if (is_real_dft && !load.is_half && p.stages.size() == 1)
        return true;
    return load.is_float16 && load.stored != element::planar &&
           (is_real_dft || load.kind == transform_kind::c2c) &&
           p.points() <= MOST_UNSTAGED_HALVES && p.stages[0].radix <= MOST_HELD_HALVES;
}

/*!
 * Copies in bulk bring whole rows where work-items would stage them, and bins that a c2r
 * looks up in several dimensions, which find what their neighbours have in local memory.
 * See measurements.md, "Rows in bulk".
 */
void choose_bulk(pass& p, const device_limits& limits)
{
    const bool is_real_dft =
        p.load.kind == transform_kind::r2c || p.load.kind == transform_kind::c2r;
    const bool is_tile = p.dimensions.size() > 1 && p.points() < LARGE_TILE &&
                         (is_real_dft || p.load.kind == transform_kind::c2c);
    const bool looks_up = is_tile && p.load_is_indexed();
    if (!has_bulk_copies(limits) || !(is_tile || is_real_dft) ||
        !(p.workgroup().staged_input || looks_up))
        return;
    auto bulk = p;
    bulk.change_workgroup().staged_input = false;
    bulk.change_workgroup().bulk_input = true;
    if (!bulk.stages_rows() && suits_bulk_tiles(bulk) &&
        local_memory_bytes(bulk) <= limits.local_memory_bytes)
        p = bulk;
}

/*!
 * Compilers left alone hold large butterflies in fewer registers than they want, and load
 * later. Where several workgroups fit with plenty, the plan says how many.
 */
void choose_min_blocks(pass& p, const device_limits& limits)
{
    const int held = p.points_per_item();
    if (!limits.workgroup_registers || p.stages.size() < 3 || held < MANY_POINTS ||
        p.number == precision::float64)
        return;
    const auto registers = whole_subgroups(p, limits) * (2 * held + SPARE_REGISTERS);
    const auto fit = limits.workgroup_registers / registers;
    if (fit >= 3)
        p.change_workgroup().min_blocks = fit;
}

//! Work-items of \p p have their points where work-items of \p fit have them in local
//! memory: only staging and rows may have changed that.
bool has_places_of(const pass& fit, const pass& p)
{
    return p.workgroup().staged_input == fit.workgroup().staged_input &&
           p.workgroup().staged_output == fit.workgroup().staged_output &&
           p.workgroup().bulk_input == fit.workgroup().bulk_input &&
           p.workgroup().columns_fastest == fit.workgroup().columns_fastest &&
           p.columns.size == fit.columns.size &&
           p.stages.front().per_item == fit.stages.front().per_item;
}

//! Columns, stages, staging and padding of \p p, whose dimensions, load and store
//! operations are set.
std::vector<pass> fitted(pass p, const dft_problem& r, const device_limits& limits)
{
    if (!fit_columns(p, r, limits))
        return {};
    const auto fit = p;
    choose_staging(p, limits);
    choose_rows(p, limits);
    if (may_load_unstaged(p))
        p.change_workgroup().staged_input = false;
    choose_bulk(p, limits);
    if (!filter_frames(p, limits))
        slide_frames(p, limits);
    choose_min_blocks(p, limits);
    if (!has_places_of(fit, p) || p.workgroup().sliding_frames ||
        p.workgroup().filter_items) {
        p.change_workgroup().padding = choose_padding(p, limits);
        if (local_memory_bytes(p) > limits.local_memory_bytes)
            p.change_workgroup().padding.clear();
    }
    if (p.dimensions.size() > 1 && p.points() >= LARGE_TILE)
        cap_registers(p, limits);
    return { p };
}

} // namespace

std::vector<pass> make_single_pass(const dft_problem& r, const device_limits& limits)
{
    if (r.points() * point_bytes(r.number) / 2 > limits.local_memory_bytes &&
        r.points() > most_points_per_item(limits, r.number))
        return {};
    pass p;
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    p.change_workgroup().staged_input = folds_input(p);
    p.change_workgroup().staged_output = folds_output(p) && !p.store.needs_pairs();
    return fitted(p, r, limits);
}

std::vector<pass> make_cosine_pass(const dft_problem& asked, const device_limits& limits)
{
    auto r = asked;
    const auto kind = r.load.kind;
    // Conjugate pairs of a half-length inner DFT are faster for a long row of type 2, see
    // measurements.md, "Half-length inner DFTs of DCTs".
    if (r.dimensions.size() == 1 && cosine_of(kind).type == 2 &&
        r.dimensions[0].caller_length > most_points_per_item(limits, r.number))
        return {};
    if (limits.is_cpu || kind != r.store.kind || r.load.by != convolution::none ||
        r.load.expression || r.store.expression)
        return {};
    for (auto& d : r.dimensions) {
        d.length = d.caller_length;
        // A dimension of one point beside other dimensions has no stage, and yet a
        // factor.
        if (d.length > 2 * most_points_per_item(limits, r.number) ||
            !has_cosine_stage(kind, d.length) ||
            (d.length == 1 && r.dimensions.size() > 1))
            return {};
    }
    if (r.points() * point_bytes(r.number) / 2 > limits.local_memory_bytes)
        return {};
    pass p;
    p.codelets = kind;
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    for (io_operation* op :
         { static_cast<io_operation*>(&p.load), static_cast<io_operation*>(&p.store) }) {
        op->kind = transform_kind::c2c;
        op->is_half = op->swap_parts = false;
    }
    return fitted(p, r, limits);
}

} // namespace gpufft
