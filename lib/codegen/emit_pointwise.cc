/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_numbers.h"
#include "codegen/emit_pointwise.h"
#include "codegen/emit_vectors.h"
#include "codegen/index_text.h"
#include "codegen/literal.h"
#include "codegen/signature.h"
#include "codegen/simt_ends.h"
#include "plan/end_tables.h"
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft {

namespace {

//! Takes the work-item's number in the row apart: k, or of `lanes` outputs at a time the
//! first, and the axes of the grid.
void emit_position(simt_context& c, std::int64_t in_row, std::int64_t groups)
{
    auto& w = c.w;
    w.line("const uint row = group / {};", groups);
    w.line("const uint i = group % {} * {} + t;", groups, c.p.work_items());
    w.line("if (i >= {})", in_row);
    w.put("    return;");
    std::vector<atom> axes(1);
    const int lanes = c.p.lanes;
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

std::string line_text(const pass& p, std::int64_t axis::*weight)
{
    index_sum sum;
    for (const auto& a : p.grid)
        sum.add(a.name, a.*weight);
    return sum.str();
}

//! Point k of the core through both ends, of which none is mirrored.
void emit_point(simt_context& c)
{
    const auto place = [&](std::int64_t axis::*weight, std::int64_t stride) {
        const auto line = line_text(c.p, weight);
        return point_text{ fmt::format("{} + {} * k", line, stride), line, { "k" } };
    };
    const auto& along = c.p.dimensions[0];
    c.w.line("const {} z = {};",
             c.complex(),
             load_expression(c.p, place(&axis::input_weight, along.input_stride)));
    c.w.put(store_statement(c.p, place(&axis::output_weight, along.output_stride), "z"));
}

//! Stores what belongs to output k, the text \p k.
void emit_one(simt_context& c, const std::string& k)
{
    auto& w = c.w;
    w.line("const uint opposite = {0} ? {1} - {0} : 0;", k, c.p.columns.size);
    w.line("const {} z = from[first + {}];", c.complex(), k);
    w.line("const {} mirror = from[first + opposite];", c.complex());
    w.put(store_mirrored_statement(
        c.p, line_text(c.p, &axis::output_weight), { k }, "z", "mirror"));
}

//! The shuffle of opposite outputs, before the kernel.
void emit_mirror(source_writer& w, int lanes)
{
    for (const auto& [name, last] : { std::pair("MIRROR_RE", 2 * lanes - 2),
                                      std::pair("MIRROR_IM", 2 * lanes - 1) }) {
        std::vector<int> picked;
        for (int lane = 0; lane < lanes; ++lane)
            picked.push_back(last - 2 * lane);
        w.line("#define {}(a, b) SHUFFLE(a, b, {})", name, fmt::join(picked, ", "));
    }
    w.blank();
}

//! Declares a and b as the text \p name says, vectors of complex numbers from \p at on.
void emit_pairs(simt_context& c, const char* name, const std::string& at)
{
    for (const auto& [part, behind] : { std::pair('a', 0), std::pair('b', c.p.lanes) })
        c.w.line("const vec {}_{} = LOAD(({}const {}*)({}) + {});",
                 name,
                 part,
                 c.d.global,
                 c.real(),
                 at,
                 behind);
}

//! w(2 M)^k and after, in vectors w_re and w_im.
void emit_bin_roots(simt_context& c)
{
    auto& w = c.w;
    const auto name = root_function(2 * c.p.columns.size);
    const auto& all = c.twiddles.ends.functions;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const auto& one) { return one.function == name; });
    const auto& roots = found->tables;
    const auto fine = roots.is_direct() ? "k" : fmt::format("k % {}", roots.fine);
    emit_pairs(c, "fine", "twiddles + " + offset_from(fine, roots.fine_offset));
    const char* made = roots.is_direct() ? "w" : "fine";
    w.line("const vec {}_re = EVEN(fine_a, fine_b);", made);
    w.line("const vec {}_im = ODD(fine_a, fine_b);", made);
    if (roots.is_direct())
        return;
    w.line("const {} coarse = twiddles[{}];",
           c.complex(),
           offset_from(fmt::format("k / {}", roots.fine), roots.coarse_offset));
    w.put("const vec w_re = fine_re * coarse.x - fine_im * coarse.y;");
    w.put("const vec w_im = fine_re * coarse.y + fine_im * coarse.x;");
}

//! Bins of 2 M reals, `lanes` of them at a time; the first with the one in the middle.
void emit_bins_of_lanes(simt_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes;
    w.open("if (k == 0)");
    w.open(fmt::format("for (uint lane = 0; lane < {}; ++lane)", lanes));
    emit_one(c, "lane");
    w.close();
    w.put("return;");
    w.close();
    emit_pairs(c, "z", "from + first + k");
    w.put("const vec z_re = EVEN(z_a, z_b), z_im = ODD(z_a, z_b);");
    w.put("// Outputs M - k, M - k - 1 ...");
    emit_pairs(
        c, "m", fmt::format("from + first + {} - k", c.p.columns.size - lanes + 1));
    w.put("const vec m_re = MIRROR_RE(m_a, m_b), m_im = MIRROR_IM(m_a, m_b);");
    emit_bin_roots(c);
    w.put("const vec even_re = z_re + m_re, even_im = z_im - m_im; // all twice");
    w.put("const vec odd_re = z_im + m_im, odd_im = m_re - z_re;");
    const auto factor = literal(c.p, 0.5) + (c.p.store.scaled ? " * scale" : "");
    for (const auto& [part, turned] :
         { std::pair("re", "w_re * odd_re - w_im * odd_im"),
           std::pair("im", "w_re * odd_im + w_im * odd_re") })
        w.line("const vec bin_{0} = {1} * (even_{0} + ({2}));", part, factor, turned);
    const auto line = line_text(c.p, &axis::output_weight);
    if (c.p.store.stored == element::planar) {
        for (const char* part : { "re", "im" })
            w.line("{0}(to_{1} + {2} + k, bin_{1});", output_store(c.p), part, line);
        return;
    }
    w.line(
        "{0}{1}* bins = ({0}{1}*)(to + {2} + k);", c.d.global, output_number(c.p), line);
    w.line("{}(bins, LOW(bin_re, bin_im));", output_store(c.p));
    w.line("{}(bins + {}, HIGH(bin_re, bin_im));", output_store(c.p), lanes);
}

} // namespace

void emit_pointwise(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name)
{
    simt_context c{ w, d, p, {}, lay_out_twiddles(p) };
    std::int64_t in_row = p.columns.size / p.lanes;
    for (const auto& a : p.grid)
        in_row *= a.size;
    const auto groups = (in_row + p.work_items() - 1) / p.work_items();

    emit_ends(w, d, p, c.twiddles.ends);
    if (p.lanes > 1) {
        emit_vectors(w, p);
        emit_mirror(w, p.lanes);
        w.put("WHOLE_VECTORS");
    }
    emit_signature(w, d, p, name);
    w.open();
    w.line("const uint t = {};", d.item);
    w.line("const uint group = {};", d.group);
    emit_position(c, in_row, groups);
    emit_row_pointers(c);
    if (!p.store.is_mirrored()) {
        emit_point(c);
        w.close();
        return;
    }
    w.line("const uint first = {};", line_text(p, &axis::input_weight));
    if (p.lanes > 1)
        emit_bins_of_lanes(c);
    else
        emit_one(c, "k");
    w.close();
}

} // namespace gpufft
