/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/tile_origin.h"
#include <algorithm>

namespace gpufft {

namespace {

//! The vectors of the SIMD form find places from addresses alone.
bool is_indexed(const pass& p, bool is_indexed_end)
{
    return p.form == kernel_form::simt && is_indexed_end;
}

void emit_end_origin(source_writer& w,
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
            elements.add(a.name, a.*weight);
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
        one.name = a.name;
        one.size = static_cast<int>(a.size);
        axes.push_back(one);
    }
    atom row;
    row.name = "row";
    axes.push_back(row);
    for (const auto& text : split_number(number, axes))
        w.put(text);
    emit_end_origin(w,
                    p,
                    is_indexed(p, p.load_is_indexed()),
                    "tile_in",
                    "tile_point",
                    &axis::input_weight,
                    &axis::input_step);
    emit_end_origin(w,
                    p,
                    is_indexed(p, p.store_is_indexed()),
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
            k.add(a.name, a.twiddle_weight);
    }
    return k.str();
}

} // namespace gpufft
