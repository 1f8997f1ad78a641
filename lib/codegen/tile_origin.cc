/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/tile_origin.h"

namespace gpufft {

void emit_tile_origin(source_writer& w, const pass& p, const std::string& number)
{
    std::vector<atom> axes;
    index_sum in, out;
    for (const auto& a : p.grid) {
        if (a.size == 1)
            continue;
        atom one;
        one.name = a.name;
        one.size = static_cast<int>(a.size);
        axes.push_back(one);
        in.add(a.name, a.input_weight);
        out.add(a.name, a.output_weight);
    }
    atom row;
    row.name = "row";
    axes.push_back(row);
    for (const auto& text : split_number(number, axes))
        w.put(text);
    w.line("const uint tile_in = {};", in.str());
    w.line("const uint tile_out = {};", out.str());
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
