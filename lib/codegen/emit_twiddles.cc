/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/simt_context.h"

namespace gpufft {

namespace {

//! Declares w1 ... of every point that is no table entry, as products.
void emit_products(simt_context& c, std::size_t i)
{
    const auto& s = c.p.stages[i];
    for (int v = 1; v < s.radix; ++v) {
        const int first = first_factor(s.twiddles, v);
        if (first != v)
            c.w.line("const float2 w{} = cmul(w{}, w{});", v, first, v - first);
    }
}

//! w1 ... from the table row by row, for the K that `k` holds.
void emit_table_reads(simt_context& c, std::size_t i)
{
    const auto& t = c.twiddles.stages[i];
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
        const auto offset = t.offset + static_cast<std::int64_t>(row) * t.count;
        c.w.line(
            "const float2 w{} = twiddles[{}];", t.rows[row], offset_from("k", offset));
    }
    emit_products(c, i);
}

void emit_stage_twiddles(simt_context& c, std::size_t i)
{
    const auto& s = c.p.stages[i];
    const auto& layout = c.layout.stages[i];
    index_sum k;
    k.add(layout.lanes, &atom::twiddle_weight);
    c.w.line("// Twiddles: point v times w({})^(k v)",
             c.twiddles.stages[i].count * s.radix);
    // Butterflies that differ in an earlier k have twiddles of their own.
    const bool is_shared = layout.fill.twiddle_weight == 0;
    if (is_shared) {
        c.w.line("const uint k = {};", k.str());
        emit_table_reads(c, i);
    }
    for (int f = 0; f < s.fill; ++f) {
        if (!is_shared) {
            c.w.open();
            c.w.line("const uint k = {};",
                     offset_from(k.str(), f * layout.fill.twiddle_weight));
            emit_table_reads(c, i);
        }
        for (int v = 1; v < s.radix; ++v)
            c.w.line("x{0} = cmul(x{0}, w{1});", f * s.radix + v, v);
        if (!is_shared)
            c.w.close();
    }
}

/*!
 * Register (v, f) holds point j + v * step + f * fill step: a start value times powers
 * of one root, found with few look-ups by doubling.
 */
void emit_pass_twiddles(simt_context& c)
{
    const auto& s = c.p.stages[0];
    const auto& layout = c.layout.stages[0];
    index_sum k, j;
    for (const auto& a : c.p.grid) {
        if (a.size > 1)
            k.add(a.name, a.twiddle_weight);
    }
    if (c.p.columns.size > 1)
        k.add("column", c.p.columns.twiddle_weight);
    j.add(layout.lanes, &atom::point_weight);

    c.w.line("// Between passes: point j times w({})^(k j)", c.p.twiddle_order);
    c.w.line("const uint k = {};", k.str());
    c.w.line("const uint j = {};", j.str());
    for (int v = 1; v < s.radix; ++v) {
        const int first = first_factor(twiddle_source::m2, v);
        if (first == v)
            c.w.line("const float2 w{} = pass_root(twiddles, k * {});",
                     v,
                     v * layout.point.point_weight);
        else
            c.w.line("const float2 w{} = cmul(w{}, w{});", v, first, v - first);
    }
    for (int f = 0; f < s.fill; ++f) {
        const auto at = f ? fmt::format("(j + {})", f * layout.fill.point_weight) : "j";
        c.w.line("const float2 start{} = pass_root(twiddles, k * {});", f, at);
        c.w.line("x{0} = cmul(x{0}, start{1});", f * s.radix, f);
        for (int v = 1; v < s.radix; ++v)
            c.w.line("x{0} = cmul(x{0}, cmul(start{1}, w{2}));", f * s.radix + v, f, v);
    }
}

} // namespace

void emit_twiddles(simt_context& c, std::size_t i)
{
    if (c.is_first(i)) {
        if (c.p.twiddle_order > 1)
            emit_pass_twiddles(c);
    } else {
        emit_stage_twiddles(c, i);
    }
}

} // namespace gpufft
