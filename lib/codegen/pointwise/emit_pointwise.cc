/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/signature.h"
#include "codegen/pointwise/emit_point_vectors.h"
#include "codegen/pointwise/emit_pointwise.h"
#include "codegen/simd/emit_vectors.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"

namespace gpufft {

namespace {

//! Takes the work-item's number in the row apart: k, or of `lanes` outputs at a time the
//! first, and the axes of the grid.
void emit_position(simt::simt_context& c, std::int64_t in_row, std::int64_t groups)
{
    auto& w = c.w;
    w.line("const uint row = group / {};", groups);
    w.line("const uint i = group % {} * {} + t;", groups, c.p.work_items());
    w.line("if (i >= {})", in_row);
    w.put("    return;");
    std::vector<atom> axes(1);
    const int lanes = c.p.lanes();
    axes[0].name = lanes > 1 ? "vector" : "k";
    axes[0].size = static_cast<int>(c.p.columns.size / lanes);
    for (const auto& a : c.p.grid) {
        axes.emplace_back();
        axes.back().name = a.name;
        axes.back().size = static_cast<int>(a.size);
    }
    for (const auto& text : split_number("i", axes))
        w.put(text);
    if (lanes > 1)
        w.line("const uint k = vector * {};", lanes);
}

//! Point \p k of the inner DFT through the load and the store operation, where neither
//! needs pairs.
void emit_point(simt::simt_context& c, const std::string& k)
{
    const auto place = [&](std::int64_t axis::*weight, std::int64_t stride) {
        const auto line = line_text(c.p, weight);
        return point_text{ fmt::format("{} + {} * {}", line, stride, k), line, { k } };
    };
    const auto& along = c.p.dimensions[0];
    c.w.line("const {} z = {};",
             c.complex(),
             load_expression(c.p, place(&axis::input_weight, along.input_stride)));
    c.w.put(store_statement(c.p, place(&axis::output_weight, along.output_stride), "z"));
}

//! Stores what belongs to output \p k.
void emit_pair(simt::simt_context& c, const std::string& k)
{
    auto& w = c.w;
    w.line("const uint opposite = {0} ? {1} - {0} : 0;", k, c.p.columns.size);
    w.line("const {} z = from[first + {}];", c.complex(), k);
    w.line("const {} mirror = from[first + opposite];", c.complex());
    w.put(store_pair_statement(
        c.p, line_text(c.p, &axis::output_weight), { k }, "z", "mirror"));
}

} // namespace

std::string line_text(const pass& p, std::int64_t axis::*weight)
{
    index_sum sum;
    for (const auto& a : p.grid)
        sum.add(a.name, a.*weight);
    return sum.str();
}

void emit_single_point(simt::simt_context& c, const std::string& k)
{
    if (c.p.store.needs_pairs())
        emit_pair(c, k);
    else
        emit_point(c, k);
}

void emit_pointwise(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name)
{
    simt::simt_context c{ w, d, p, {}, lay_out_twiddles(p) };
    std::int64_t in_row = p.columns.size / p.lanes();
    for (const auto& a : p.grid)
        in_row *= a.size;
    const auto groups = (in_row + p.work_items() - 1) / p.work_items();

    if (p.lanes() == 1 || has_single_points(p))
        emit_io(w, d, p, c.twiddles.io);
    if (p.lanes() > 1) {
        simd::emit_vectors(w, p);
        emit_point_shuffles(w, p);
        w.put("WHOLE_VECTORS");
    }
    open_pass_kernel(w, d, p, name);
    w.line("const uint t = {};", d.item);
    w.line("const uint group = {};", d.group);
    emit_position(c, in_row, groups);
    emit_row_pointers(c);
    if (p.store.needs_pairs())
        w.line("const uint first = {};", line_text(p, &axis::input_weight));
    if (p.lanes() > 1)
        emit_point_vectors(c);
    else
        emit_single_point(c, "k");
    w.close();
}

} // namespace gpufft
