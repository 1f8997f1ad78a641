/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/constant_places.h"
#include "codegen/simt/features/emit_rader.h"
#include "codegen/simt/kernel/emit_twiddles.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/roots/loaded_rows.h"
#include <algorithm>

namespace gpufft::simt {

namespace {

//! Declares w1 ... of every point that is no table entry, as products.
void emit_products(simt_context& c, std::size_t i)
{
    const auto& s = c.stage_at(i);
    for (int v = 1; v < s.radix; ++v) {
        const int first = first_factor(s.twiddles, v);
        if (first != v)
            c.w.line("const {} w{} = cmul(w{}, w{});", c.complex(), v, first, v - first);
    }
}

//! w1 ... from the table row by row, for the K that `k` holds.
void emit_table_reads(simt_context& c, std::size_t i)
{
    const auto& t = c.twiddles.steps[i];
    // A pointer cannot wrap as k plus a constant may: constants need no instruction.
    c.w.line("{}const {}* const powers = twiddles + k;", c.d.global, c.complex());
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
        const auto offset = t.offset + static_cast<std::int64_t>(row) * t.count;
        c.w.line("const {} w{} = powers[{}];", c.complex(), t.rows[row], offset);
    }
    emit_products(c, i);
}

//! K of step \p i, but for what its registers add.
std::string output_before(const simt_context& c, std::size_t i)
{
    if (c.p.workgroup().has_constant_geometry)
        return entry_text(c, i);
    return index_sum().add(c.layout.stages[i].fixed(), &atom::twiddle_weight).str();
}

//! Butterflies that differ in an earlier k have twiddles of their own.
bool share_twiddles(const simt_context& c, std::size_t i)
{
    const auto& parts = c.layout.stages[i].per_item_parts;
    return !c.p.is_paired(i) &&
           std::all_of(parts.begin(), parts.end(), [](const atom& a) {
               return a.twiddle_weight == 0;
           });
}

void emit_shared_reads(simt_context& c, std::size_t i)
{
    c.w.line("// Twiddles: point v times w({})^({} v)",
             c.twiddles.steps[i].count * c.stage_at(i).radix,
             c.p.workgroup().has_constant_geometry ? "digits of k reversed *" : "k");
    if (!share_twiddles(c, i))
        return;
    c.w.line("const uint k = {};", output_before(c, i));
    emit_table_reads(c, i);
}

void emit_stage_twiddles(simt_context& c, std::size_t i)
{
    const auto& s = c.stage_at(i);
    if (c.twiddles.steps[i].count == 1)
        return; // the first stage of its dimension
    const auto& layout = c.layout.stages[i];
    if (!c.enters_from_cluster(i))
        emit_shared_reads(c, i);
    const bool is_shared = share_twiddles(c, i);
    for (int f = 0; f < c.p.butterflies(i); ++f) {
        if (!is_shared) {
            c.w.open();
            if (c.p.is_paired(i))
                c.w.line("const uint k = {};", f ? "opposite" : first_butterfly(c));
            else
                c.w.line(
                    "const uint k = {};",
                    offset_from(output_before(c, i),
                                register_offset(layout, 0, f, &atom::twiddle_weight)));
            emit_table_reads(c, i);
        }
        for (int v = 1; v < s.radix; ++v)
            c.w.line("x{0} = cmul(x{0}, w{1});", f * s.radix + v, v);
        if (!is_shared)
            c.w.close();
    }
}

//! K, the output of the earlier passes, of which the grid and the columns are made.
index_sum pass_output(const simt_context& c)
{
    index_sum k;
    if (c.p.twiddle_order == 1)
        return k;
    for (const auto& a : c.p.grid) {
        if (a.size > 1)
            k.add(a.name, a.twiddle_weight);
    }
    if (c.p.columns.size > 1)
        k.add(column_name(c), c.p.columns.twiddle_weight);
    return k;
}

//! Twiddles points \p from .. \p from + \p count - 1 of butterfly \p f, given w of the
//! first: halves first, so that few of them live at a time.
void emit_doubled(simt_context& c, int f, int from, int count)
{
    if (count == 1) {
        c.w.line("x{0} = cmul(x{0}, w{1});", f * c.p.stages[0].radix + from, from);
        return;
    }
    int half = 1;
    while (2 * half < count)
        half *= 2;
    emit_doubled(c, f, from, half);
    c.w.line("const {} w{} = cmul(w{}, step{});", c.complex(), from + half, from, half);
    emit_doubled(c, f, from + half, count - half);
}

//! What a step of \p a adds to j: just the first dimension goes on in other passes.
std::int64_t step_of(const atom& a) { return a.dimension == 0 ? a.point_weight : 0; }

/*!
 * Register (v, f), point v of butterfly f, holds point j + v * step + f * (step between
 * the butterflies of a work-item): a start value times powers of one root, found with few
 * look-ups by doubling.
 */
void emit_pass_twiddles(simt_context& c, const stage_layout& layout, const char* root)
{
    const auto& s = c.p.stages[0];
    index_sum k = pass_output(c), j;
    for (const auto& a : layout.fixed()) {
        if (a.dimension == 0)
            j.add(a.name, a.point_weight);
    }

    c.w.line("// Between passes: point j times w({})^(k j)", c.p.twiddle_order);
    c.w.line("const uint k = {};", k.str());
    c.w.line("const uint j = {};", j.str());
    const auto step = step_of(layout.point);
    for (int v = 1; step && v < s.radix; v *= 2)
        c.w.line(
            "const {} step{} = {}(twiddles, k * {});", c.complex(), v, root, v * step);
    for (int f = 0; f < s.per_item; ++f) {
        const auto at = offset_from("j", f * step_of(layout.per_item));
        if (s.per_item > 1)
            c.w.open();
        c.w.line("const {} w0 = {}(twiddles, k * {});",
                 c.complex(),
                 root,
                 at == "j" ? at : "(" + at + ")");
        if (step) {
            emit_doubled(c, f, 0, s.radix);
        } else {
            for (int v = 0; v < s.radix; ++v)
                c.w.line("x{0} = cmul(x{0}, w0);", f * s.radix + v);
        }
        if (s.per_item > 1)
            c.w.close();
    }
}

//! The spectrum \p at entries behind `spectrum`.
std::string spectrum_text(const simt_context& c, std::int64_t at)
{
    if (!c.p.callers_spectrum)
        return fmt::format("spectrum[{}]", at);
    return fmt::format(
        "complex_of(spectrum[{}], spectrum[{}])", at, at + c.p.dimensions[0].length);
}

} // namespace

void emit_spectrum(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    // The registers after the butterflies are those that the way back begins with.
    const auto& layout = c.layout.stages[i + 1];
    // Over several passes this one's outputs lie apart in those of the whole DFT.
    const auto apart = c.p.twiddle_order > 1 ? c.p.twiddle_order / c.p.points() : 1;
    w.open();
    w.put("// Times the spectrum, and the way back: an inverse DFT, on exchanged parts.");
    index_sum k = pass_output(c);
    for (const auto& a : layout.fixed())
        k.add(a.name, apart * a.spectrum_weight);
    w.line("const uint k = {};", k.str());
    if (c.p.callers_spectrum)
        w.line("{}const {}* const spectrum = response + k;", c.d.global, c.real());
    else
        w.line("{}const {}* const spectrum = twiddles + k + {};",
               c.d.global,
               c.complex(),
               c.twiddles.spectrum_offset);
    const bool is_rader = c.p.load.by == convolution::rader;
    if (c.p.stages_rows())
        emit_staged_zero(c, i);
    each_register(c, i, [&](int q, int r, int f) {
        const auto at = apart * register_offset(layout, r, f, &atom::spectrum_weight);
        if (q == 0 && is_rader && !c.p.stages_rows()) {
            emit_rader_zero(c, i);
            w.open("else");
        }
        w.line("x{0} = cmul(x{0}, {1});", q, spectrum_text(c, at));
        if (q == 0 && c.p.stages_rows())
            w.put("x0 = complex_of(x0.y + zero.y, x0.x + zero.x);");
        else
            w.line("x{0} = complex_of(x{0}.y, x{0}.x);", q);
        if (q == 0 && is_rader && !c.p.stages_rows())
            w.close();
    });
    w.close();
}

void emit_twiddles_back(simt_context& c, std::size_t i)
{
    if (c.twiddles.steps[i].count == 1)
        return;
    c.w.open(); // at the turnaround the block has the names of the way there
    emit_stage_twiddles(c, i);
    c.w.close();
}

void emit_twiddles_after(simt_context& c)
{
    if (c.p.twiddle_order == 1)
        return;
    c.w.open();
    emit_pass_twiddles(c, c.layout.stages.back(), "root_back");
    c.w.close();
}

void emit_early_twiddles(simt_context& c, std::size_t i)
{
    if (c.twiddles.steps[i].count > 1)
        emit_shared_reads(c, i);
}

void emit_twiddles(simt_context& c, std::size_t i)
{
    if (i >= c.p.stages.size())
        return; // after the butterflies
    if (c.is_first(i)) {
        if (c.p.twiddle_order > 1)
            emit_pass_twiddles(c, c.layout.stages[0], "pass_root");
    } else {
        emit_stage_twiddles(c, i);
    }
}

} // namespace gpufft::simt
