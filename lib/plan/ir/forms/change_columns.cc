/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/change_columns.h"

namespace gpufft {

bool change_columns(pass& p, std::int64_t count)
{
    if (p.columns.size == count)
        return true;
    if (p.columns_are_rows()) {
        p.columns.size = count;
        return true;
    }
    auto& tiles = p.grid.front();
    const auto extent = p.columns.size * tiles.size;
    // Tiles of the workspace that another pass reads as tiles lie further apart.
    const bool are_neighbours =
        tiles.input_weight == p.columns.input_weight * p.columns.size &&
        tiles.output_weight == p.columns.output_weight * p.columns.size;
    if (tiles.name != "column_tile" || p.workgroup().paired_columns || p.columns.extent ||
        extent % count || !are_neighbours)
        return false;
    p.columns.size = count;
    tiles.size = extent / count;
    tiles.input_weight = p.columns.input_weight * count;
    tiles.output_weight = p.columns.output_weight * count;
    tiles.twiddle_weight = p.columns.twiddle_weight * count;
    tiles.input_step = p.columns.input_step * count;
    tiles.output_step = p.columns.output_step * count;
    return true;
}

} // namespace gpufft
