/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/index_text.h"
#include "codegen/text/tile_origin.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

//! The last tile of vectors begins earlier than the ones before say, so that it is whole.
bool overlaps(const pass& p, const axis& a)
{
    return p.is_vector() && p.columns.extent && !p.lanes_are(lane_kind::real_columns) &&
           a.name == "column_tile";
}

//! The last tile overlaps the one before it, and is computed before that one.
bool is_exchanged(const pass& p, const axis& a)
{
    return a.name == "column_tile" && leaves_columns_out(p);
}

//! What counts the tiles of \p a, and what each adds of \p field, to the tile's origin.
void add_tiles(index_sum& sum, const pass& p, const axis& a, std::int64_t axis::*field)
{
    if (overlaps(p, a))
        sum.add("first_column", p.columns.*field);
    else
        sum.add(a.name, a.*field);
}

//! The vectors of the SIMD form find places from addresses alone, but for a chirp's, and
//! where just some points are kept.
bool is_indexed(const pass& p, const io_operation& op, bool is_indexed_io)
{
    if (!p.is_vector())
        return is_indexed_io;
    return op.by == convolution::bluestein || (&op == &p.store && p.store.kept);
}

void emit_io_origin(source_writer& w,
                    const pass& p,
                    bool has_index,
                    const char* element,
                    const char* index,
                    std::int64_t axis::*weight,
                    std::int64_t axis::*step)
{
    index_sum elements, points;
    for (const auto& a : p.grid) {
        if (a.size == 1)
            continue;
        if (has_index && a.*step)
            points.add(a.name, a.*step);
        else
            add_tiles(elements, p, a, weight);
    }
    w.line("const uint {} = {};", element, elements.str());
    if (has_index && has_steps(p, step))
        w.line("const uint {} = {};", index, points.str());
}

} // namespace

bool has_steps(const pass& p, std::int64_t axis::*step)
{
    return std::any_of(p.grid.begin(), p.grid.end(), [&](const axis& a) {
        return a.size > 1 && a.*step;
    });
}

void emit_tile_origin(source_writer& w, const pass& p, const std::string& number)
{
    std::vector<atom> axes;
    for (const auto& a : p.grid) {
        if (a.size == 1)
            continue;
        atom one;
        one.name = is_exchanged(p, a) ? "turn" : a.name;
        one.size = static_cast<int>(a.size);
        axes.push_back(one);
    }
    atom row;
    row.name = "row";
    axes.push_back(row);
    for (const auto& text : split_number(number, axes))
        w.put(text);
    for (const auto& a : p.grid) {
        if (is_exchanged(p, a))
            w.line("const uint column_tile = turn < {} ? turn : {} - turn; // the last "
                   "tile before the last but one",
                   a.size - 2,
                   2 * a.size - 3);
        if (a.size > 1 && overlaps(p, a))
            w.line("const uint first_column = min(column_tile * {}, (uint){});",
                   p.columns.size,
                   p.columns.extent - p.columns.size);
    }
    emit_io_origin(w,
                   p,
                   is_indexed(p, p.load, p.load_is_indexed()),
                   "tile_in",
                   "tile_point",
                   &axis::input_weight,
                   &axis::input_step);
    emit_io_origin(w,
                   p,
                   is_indexed(p, p.store, p.store_is_indexed()),
                   "tile_out",
                   "tile_output",
                   &axis::output_weight,
                   &axis::output_step);
}

std::string grid_twiddle(const pass& p)
{
    index_sum k;
    for (const auto& a : p.grid) {
        if (a.size > 1)
            add_tiles(k, p, a, &axis::twiddle_weight);
    }
    return k.str();
}

} // namespace gpufft
