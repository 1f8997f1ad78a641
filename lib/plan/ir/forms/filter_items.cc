/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/divided_up.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/sliding_frames.h"
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

constexpr std::int64_t FEWEST_IN_FLIGHT = 4; // frames
constexpr int BARRIER_BYTES = 8;
constexpr int OTHER_REGISTERS = 18; // than those of samples and taps

//! What a copy within the device moves to local memory while work-items go on: 4, 8 or 16
//! bytes.
bool can_be_copied(const load_operation& load)
{
    return load.stored == element::complex && !load.is_float16 &&
           (load.samples == sample_format::number ||
            load.samples == sample_format::int16);
}

//! Each subgroup has whole rows, the same ones in all stages.
bool has_rows_in_subgroups(const pass& p)
{
    const std::int64_t items = p.work_items();
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        if (p.active_items(i) != items)
            return false;
    }
    return items % CLUSTER_SUBGROUP == 0 && items % p.columns.size == 0 &&
           CLUSTER_SUBGROUP % (items / p.columns.size) == 0;
}

} // namespace

filter_shape filter_shape_of(const pass& p)
{
    const auto steps = frame_steps_of(p);
    filter_shape shape;
    shape.period = steps.period;
    shape.residues = p.points() / steps.period;
    shape.of_item = shape.residues / p.workgroup().filter_items;
    shape.samples = steps.period * p.load.taps_per_branch;
    shape.news = steps.branches;
    shape.turn = shape.samples / std::gcd(shape.samples, shape.news);
    shape.in_flight = shape.turn;
    if (shape.turn < FEWEST_IN_FLIGHT)
        shape.turn = shape.in_flight =
            divided_up(FEWEST_IN_FLIGHT, shape.turn) * shape.turn;
    for (auto frames = FEWEST_IN_FLIGHT; frames < shape.in_flight; ++frames) {
        if (shape.turn % frames == 0)
            shape.in_flight = frames;
    }
    return shape;
}

bool suits_filter_items(const pass& p)
{
    return suits_sliding_frames(p) && can_be_copied(p.load) && p.stages.size() > 1 &&
           p.input_offset == 0 && !p.in_place && !p.workgroup().has_constant_geometry &&
           !p.workgroup().columns_fastest && !p.workgroup().paired_output &&
           !p.store.needs_pairs() && !p.store.branches && has_rows_in_subgroups(p);
}

bool fits_filter_items(const pass& p)
{
    const auto& kernel = p.workgroup();
    if (!kernel.filter_items || !kernel.staged_input || kernel.staged_output ||
        kernel.sliding_frames || !suits_filter_items(p) ||
        kernel.filter_items % CLUSTER_SUBGROUP ||
        p.points() / frame_steps_of(p).period % kernel.filter_items)
        return false;
    const auto shape = filter_shape_of(p);
    return shape.turn * shape.of_item * shape.period * p.load.taps_per_branch <=
           MOST_SLIDING_TERMS;
}

void drop_unfit_filters(pass& p)
{
    if (p.is_workgroup() && p.workgroup().filter_items && !fits_filter_items(p))
        p.change_workgroup().filter_items = 0;
}

std::int64_t filter_bytes(const pass& p)
{
    if (!p.workgroup().filter_items)
        return 0;
    const auto shape = filter_shape_of(p);
    return shape.in_flight * shape.news * shape.residues * 2 * input_number_bytes(p) +
           2 * row_subgroups(p) * BARRIER_BYTES;
}

std::uint64_t filtering_groups(const pass& p, int compute_units)
{
    return static_cast<std::uint64_t>(compute_units) *
           std::max(1, p.workgroup().min_blocks);
}

std::int64_t filter_registers(const pass& p)
{
    const auto shape = filter_shape_of(p);
    return (2 * shape.samples + shape.period * p.load.taps_per_branch) * shape.of_item +
           OTHER_REGISTERS;
}

std::int64_t row_subgroups(const pass& p) { return p.work_items() / CLUSTER_SUBGROUP; }

std::int64_t rows_of_subgroup(const pass& p) { return p.columns.size / row_subgroups(p); }

} // namespace gpufft
