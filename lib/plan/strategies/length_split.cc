/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategies/length_split.h"
#include <string>

namespace gpufft {

namespace {

//! Weight of digit k_\p i (0-based) in the output: the product of the passes before it.
std::int64_t output_weight(const length_split& split, std::size_t i)
{
    std::int64_t weight = 1;
    for (std::size_t j = 0; j < i; ++j)
        weight *= split[j];
    return weight;
}

//! Weight of digit j_\p i (0-based) in the input: the product of the passes after it.
std::int64_t input_weight(const length_split& split, std::size_t i)
{
    std::int64_t weight = 1;
    for (std::size_t j = i + 1; j < split.size(); ++j)
        weight *= split[j];
    return weight;
}

//! An axis over \p size values in steps of \p step values of digit k_(\p i + 1).
axis done_digit(const length_split& split,
                std::size_t i,
                bool is_last_pass,
                std::int64_t size,
                std::int64_t step)
{
    const auto in = input_weight(split, i) * step;
    const auto out = output_weight(split, i) * step;
    axis a;
    a.name = "pass" + std::to_string(i + 1) + "_k";
    a.size = size;
    a.input_step = in;
    a.output_step = is_last_pass ? out : in;
    a.twiddle_weight = out;
    return a;
}

//! An axis of neighbouring points, \p step apart.
axis neighbours(const char* name, std::int64_t size, std::int64_t step)
{
    axis a;
    a.name = name;
    a.size = size;
    a.input_step = a.output_step = step;
    return a;
}

//! Number of tiles of \p c columns that cover \p extent; the last may have fewer of its
//! own.
std::int64_t tiles_of(std::int64_t extent, std::int64_t c)
{
    return (extent + c - 1) / c;
}

pass middle_pass(const length_split& split, std::size_t i, std::int64_t c)
{
    pass p;
    const auto below = input_weight(split, i);
    p.dimensions[0].input_step = p.dimensions[0].output_step = below;
    p.columns = neighbours("column", c, 1);
    p.columns.extent = below % c ? below : 0;
    p.grid.push_back(neighbours("column_tile", tiles_of(below, c), c));
    for (std::size_t j = i; j-- > 0;)
        p.grid.push_back(done_digit(split, j, false, split[j], 1));
    return p;
}

pass last_pass(const length_split& split, std::int64_t c)
{
    const std::size_t i = split.size() - 1;
    pass p;
    p.dimensions[0].output_step = output_weight(split, i);
    p.columns = done_digit(split, 0, true, c, 1);
    p.columns.name = "column";
    p.columns.extent = split[0] % c ? split[0] : 0;
    p.grid.push_back(done_digit(split, 0, true, tiles_of(split[0], c), c));
    p.grid.back().name = "column_tile";
    for (std::size_t j = i; j-- > 1;)
        p.grid.push_back(done_digit(split, j, true, split[j], 1));
    return p;
}

//! Makes tiles of conjugate pairs of columns: a column itself says which output of the
//! first pass it is.
void pair_columns(pass& p)
{
    p.change_workgroup().paired_columns = true;
    axis& tiles = p.grid.front();
    tiles.name = "column_tile";
    tiles.input_weight = tiles.output_weight = tiles.twiddle_weight = 0;
    tiles.input_step = tiles.output_step = 0;
}

} // namespace

std::int64_t points_of(const length_split& split)
{
    std::int64_t product = 1;
    for (const auto points : split)
        product *= points;
    return product;
}

std::int64_t column_extent(const length_split& split, std::size_t i)
{
    return i + 1 < split.size() ? input_weight(split, i) : split[0];
}

dft_view split_workspace(const dft_problem& r, column_choice columns)
{
    auto s = packed_workspace(r, r.workspace_offset);
    if (columns.other < 0)
        return s;
    const auto size = r.outer_loops[columns.other];
    s.strides[0] = size;
    for (int i = columns.other + 1; i < static_cast<int>(r.outer_loops.size()); ++i)
        s.outer_weights[i] *= size;
    s.outer_weights[columns.other] = 1;
    return s;
}

pass shape_pass(const dft_problem& r,
                const length_split& split,
                std::size_t i,
                column_choice columns)
{
    const bool is_first = i == 0;
    const bool is_last = i + 1 == split.size();
    // Columns from an outer loop leave those of the dimension to the grid.
    const auto own = columns.other < 0 ? columns.count : 1;
    pass p = is_last ? last_pass(split, own) : middle_pass(split, i, own);
    if (own == 1)
        p.grid.front().name = is_last ? "pass1_k" : "point";
    p.twiddle_order = is_first ? 1 : output_weight(split, i + 1);
    auto& along = p.dimensions[0];
    const auto& whole = r.dimensions[0];
    along.length = whole.length;
    along.caller_length = whole.caller_length;
    const auto workspace = split_workspace(r, columns);
    bind_sides(p, r, is_first ? r.in : workspace, is_last ? r.out : workspace, columns);
    if (is_first) {
        p.load = r.load;
        along.input_rotation = whole.input_rotation;
    }
    if (is_last) {
        p.store = r.store;
        if (r.store.needs_pairs())
            pair_columns(p);
        along.output_rotation = whole.output_rotation;
    }
    return p;
}

} // namespace gpufft
