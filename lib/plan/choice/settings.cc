/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/plan_fit.h"
#include "plan/choice/relatives.h"
#include "plan/choice/settings.h"
#include "plan/ir/forms/change_columns.h"
#include "plan/ir/forms/sliding_frames.h"
#include <vector>

namespace gpufft {

namespace {

std::vector<std::int64_t> lengths_of(const pass& p)
{
    std::vector<std::int64_t> lengths(p.dimensions.size(), 1);
    for (const auto& s : p.stages)
        lengths[static_cast<std::size_t>(s.dimension)] *= s.radix;
    return lengths;
}

//! Tiles of the workspace are as wide as the columns of the pass that wrote it.
std::vector<std::int64_t> tiles_of(const pass& p)
{
    std::vector<std::int64_t> tiles;
    for (const auto& d : p.dimensions)
        tiles.push_back(d.input_tile);
    return tiles;
}

//! Work-items that slide over frames, and those that filter them, have settings of their
//! own, and other ones where frames overlap otherwise: 0 where they do not.
std::int64_t slides_by(const pass& p)
{
    return p.workgroup().sliding_frames == 0 && p.workgroup().filter_items == 0
               ? 0
               : frame_steps_of(p).period;
}

bool filters(const pass& p) { return p.workgroup().filter_items != 0; }

bool is_same_work(const pass& a, const pass& b)
{
    return tiles_of(a) == tiles_of(b) && a.kernel.index() == b.kernel.index() &&
           a.convolves == b.convolves && a.number == b.number &&
           slides_by(a) == slides_by(b) && filters(a) == filters(b) &&
           a.codelets == b.codelets && family_of(a.load.kind) == family_of(b.load.kind) &&
           family_of(a.store.kind) == family_of(b.store.kind) && a.load.by == b.load.by &&
           a.store.by == b.store.by && a.columns_are_rows() == b.columns_are_rows() &&
           a.workgroup().paired_columns == b.workgroup().paired_columns &&
           a.twiddle_order == b.twiddle_order && lengths_of(a) == lengths_of(b);
}

//! Puts \p known between the sides of \p asked, with the load and store operations of
//! \p asked; false: its columns do not suit.
bool move_settings(const pass& known, pass& asked)
{
    // All fields that are not assigned here are settings.
    auto result = known;
    result.dimensions = asked.dimensions;
    result.columns = asked.columns;
    result.grid = asked.grid;
    result.row_factor = asked.row_factor;
    result.input_distance = asked.input_distance;
    result.output_distance = asked.output_distance;
    result.input_offset = asked.input_offset;
    result.output_offset = asked.output_offset;
    result.from = asked.from;
    result.to = asked.to;
    result.in_place = asked.in_place;
    result.load = asked.load;
    result.store = asked.store;
    if (asked.store.power &&
        result.is_workgroup()) { // powers have output settings of their own
        result.change_workgroup().staged_output = asked.workgroup().staged_output;
        result.change_workgroup().paired_output = asked.workgroup().paired_output;
        result.change_workgroup().evict_first_output =
            asked.workgroup().evict_first_output;
    }
    // Whether copies in bulk are faster was found out for the known kind's operations.
    if (known.load.kind != asked.load.kind && result.is_workgroup())
        result.change_workgroup().bulk_input = result.change_workgroup().bulk_output =
            false;
    if (asked.store.power && result.is_vector()) // the next launch reads them at once
        result.change_vector().nt_store_rows = 0;
    if (!change_columns(result, known.columns.size))
        return false;
    asked = result;
    return true;
}

} // namespace

std::optional<plan> with_settings_of(const plan& known, const plan& p)
{
    if (known.passes.size() != p.passes.size())
        return std::nullopt;
    auto result = p;
    result.slice_rows = known.slice_rows;
    result.concurrent_slices = known.concurrent_slices;
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        if (!is_same_work(known.passes[i], p.passes[i]) ||
            !move_settings(known.passes[i], result.passes[i]))
            return std::nullopt;
    }
    drop_unfit_bulk(result);
    if (!fits(result))
        return std::nullopt;
    return result;
}

} // namespace gpufft
