/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_pointwise.h"
#include "codegen/index_text.h"
#include "codegen/signature.h"
#include "codegen/simt_ends.h"

namespace gpufft {

namespace {

//! Takes the work-item's number in the row apart: k, and the axes of the grid.
void emit_position(simt_context& c, std::int64_t in_row, std::int64_t groups)
{
    auto& w = c.w;
    w.line("const uint row = group / {};", groups);
    w.line("const uint i = group % {} * {} + t;", groups, c.p.work_items());
    w.line("if (i >= {})", in_row);
    w.put("    return;");
    std::vector<atom> axes(1);
    axes[0].name = "k";
    axes[0].size = static_cast<int>(c.p.columns.size);
    for (const auto& a : c.p.grid) {
        axes.emplace_back();
        axes.back().name = a.name;
        axes.back().size = static_cast<int>(a.size);
    }
    for (const auto& text : split_number("i", axes))
        w.put(text);
}

std::string line_text(const pass& p, std::int64_t axis::*weight)
{
    index_sum sum;
    for (const auto& a : p.grid)
        sum.add(a.name, a.*weight);
    return sum.str();
}

} // namespace

void emit_pointwise(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name)
{
    simt_context c{ w, d, p, {}, lay_out_twiddles(p) };
    std::int64_t in_row = p.columns.size;
    for (const auto& a : p.grid)
        in_row *= a.size;
    const auto groups = (in_row + p.work_items() - 1) / p.work_items();

    emit_ends(w, d, p, c.twiddles.ends);
    emit_signature(w, d, p, name);
    w.open();
    w.line("const uint t = {};", d.item);
    w.line("const uint group = {};", d.group);
    emit_position(c, in_row, groups);
    w.line("const uint opposite = k ? {} - k : 0;", p.columns.size);
    emit_row_pointers(c);
    w.line("const uint first = {};", line_text(p, &axis::input_weight));
    w.line("const {} z = from[first + k];", c.complex());
    w.line("const {} mirror = from[first + opposite];", c.complex());
    w.put(store_mirrored_statement(
        p, line_text(p, &axis::output_weight), { "k" }, "z", "mirror"));
    w.close();
}

} // namespace gpufft
