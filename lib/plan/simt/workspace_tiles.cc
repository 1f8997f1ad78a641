/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/tile.h"
#include "plan/simt/workspace_tiles.h"

namespace gpufft {

namespace {

void set_output(axis& a, std::int64_t step) { a.output_step = a.output_weight = step; }
void set_input(axis& a, std::int64_t step) { a.input_step = a.input_weight = step; }

//! Columns and tiles of them are neighbouring points of the dimension.
bool has_own_columns(const pass& p)
{
    return p.dimensions.size() == 1 && p.columns.size > 1 && p.columns.input_step &&
           p.columns.output_step && !p.grid.empty() &&
           p.grid.front().name == "column_tile" && !p.is_vector();
}

} // namespace

void tile_workspace(std::vector<pass>& passes, const device_limits& limits)
{
    if (passes.size() != 2 || limits.is_cpu || !has_own_columns(passes[0]) ||
        !has_own_columns(passes[1]) || passes[1].convolves)
        return;
    auto first = passes[0], second = passes[1];
    const auto columns = first.columns.size;
    const auto tile = first.points() * columns;
    first.dimensions[0].output_step = columns;
    set_output(first.columns, 1);
    set_output(first.grid.front(), tile);

    second.dimensions[0].input_tile = columns;
    second.dimensions[0].input_tile_step = tile;
    set_input(second.columns, columns);
    // Tiles of pairs have no weight: each column knows its own number.
    if (!second.workgroup().paired_columns)
        set_input(second.grid.front(), columns * second.columns.size);
    if (!input_tiles_fit(second))
        return;
    passes = { first, second };
}

} // namespace gpufft
