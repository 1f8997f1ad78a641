/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/interpreter/pass_columns.h"

namespace gpufft {

namespace {

void add(pass_column& c, const axis& a, std::int64_t index)
{
    // Axes that are part of the dimension reach its elements by the strides.
    if (a.input_step)
        c.input_index += index * a.input_step;
    else
        c.input_line += index * a.input_weight;
    if (a.output_step)
        c.output_index += index * a.output_step;
    else
        c.output_line += index * a.output_weight;
    c.twiddle += index * a.twiddle_weight;
}

//! Which of the earlier passes' outputs a column is: \p c of tile \p tile.
std::int64_t column_number(const pass& p, std::int64_t tile, std::int64_t c)
{
    if (!p.workgroup().paired_columns)
        return c;
    const auto half = p.columns.size / 2;
    const auto pairs = half * p.grid.front().size;
    const auto number = tile * half + c % half;
    if (c < half)
        return number;
    return number ? 2 * pairs - number : pairs;
}

bool columns_are_rows(const pass& p) { return p.columns_are_rows() && !p.is_pointwise(); }

pass_column in_row(const pass& p, pass_column c, std::int64_t row)
{
    c.input_line += p.input_offset + row * p.input_distance;
    c.output_line += p.output_offset + row * p.output_distance;
    return c;
}

} // namespace

std::uint64_t tile_count(const pass& p, std::uint64_t rows)
{
    if (!p.is_pointwise())
        return p.tiles(rows);
    std::uint64_t tiles = rows * static_cast<std::uint64_t>(p.row_factor);
    for (const auto& a : p.grid)
        tiles *= static_cast<std::uint64_t>(a.size);
    return tiles;
}

std::vector<pass_column>
columns_of_tile(const pass& p, std::uint64_t tile, std::uint64_t rows)
{
    pass_column origin;
    auto rest = static_cast<std::int64_t>(tile);
    std::int64_t column_tile = 0;
    for (const auto& a : p.grid) {
        const auto index = rest % a.size;
        if (a.name == "column_tile")
            column_tile = index;
        add(origin, a, index);
        rest /= a.size;
    }
    std::vector<pass_column> columns;
    const auto add_inner = [&](pass_column c) {
        for (std::int64_t i = 0; i < p.vector().inner_batch; ++i) {
            columns.push_back(c);
            ++c.input_line;
            ++c.output_line;
        }
    };
    const auto all_rows = static_cast<std::int64_t>(rows) * p.row_factor;
    for (std::int64_t c = 0; c < p.columns.size; ++c) {
        if (columns_are_rows(p)) {
            const auto row = rest * p.columns.size + c;
            if (row < all_rows)
                add_inner(in_row(p, origin, row));
            continue;
        }
        if (p.columns.extent && column_tile * p.columns.size + c >= p.columns.extent)
            break;
        auto one = in_row(p, origin, rest);
        add(one, p.columns, column_number(p, column_tile, c));
        add_inner(one);
    }
    return columns;
}

} // namespace gpufft
