/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rows that steps in conjugate pairs load or store by way of local memory, one behind the
// other.
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/text/float16_pairs.h"
#include "codegen/text/index_text.h"
#include "plan/simt/conjugate_pairs.h"

namespace gpufft::simt {

namespace {

//! Rows of a workgroup as they lie in global memory, complex elements each, and apart in
//! local memory.
struct staged_rows {
    std::int64_t width;
    std::int64_t apart;
    std::int64_t count;

    std::int64_t total() const { return width * count; }
    //! Element \p i of them all in local memory.
    std::string local(const std::string& i) const
    {
        const auto gap = apart - width;
        if (!gap || count == 1)
            return i;
        return fmt::format("{0} + {1} / {2} * {3}",
                           i,
                           i.find(" ") == std::string::npos ? i : "(" + i + ")",
                           width,
                           gap);
    }
};

//! Type of two neighbouring numbers in global memory.
std::string pair_type(const simt_context& c, const io_operation& op)
{
    return op.is_float16 ? "half_complex" : c.complex();
}

//! Copies all elements: those of work-item t and every `work_items()`th after.
template <typename Body>
void emit_rows(simt_context& c, const staged_rows& rows, Body body)
{
    const auto items = c.p.work_items();
    const auto total = rows.total();
    for (std::int64_t first = 0; first < total; first += items) {
        const bool is_partial = first + items > total;
        const auto i = offset_from("t", first);
        const auto text = body(i, rows.local(i));
        c.w.line("{}{}", is_partial ? fmt::format("if ({} < {}) ", i, total) : "", text);
    }
}

} // namespace

void emit_paired_staging(simt_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    const bool has_bins = p.load.kind == transform_kind::c2r;
    const auto width = has_bins ? p.points() + 1 : p.points();
    const staged_rows rows = { width, staged_row(p, true), p.columns.size };
    w.put("// Rows come in as they lie; stage 1 takes its points from local memory.");
    w.line("{0}{1}* rows_in = exchange + {2};",
           c.d.local,
           c.complex(),
           c.layout.exchange_points);
    w.open();
    w.line("{0}const {1}* from = ({0}const {1}*)({2}) + ({3})group * {4};",
           c.d.global,
           pair_type(c, p.load),
           offset_from("in", p.input_offset),
           c.d.wide_unsigned,
           rows.total());
    const auto copy = [&](const std::string& i, const std::string& local) {
        if (!p.load.is_float16)
            return fmt::format("rows_in[{}] = from[{}];", local, i);
        return fmt::format(
            "rows_in[{}] = {};", local, load_half_pair(const_halves_at(c.d, "from"), i));
    };
    if (c.may_be_partial())
        w.open(fmt::format("if ({0} * group + {0} <= rows)", rows.count));
    emit_rows(c, rows, copy);
    if (c.may_be_partial()) {
        w.close();
        w.open("else");
        w.line("const uint last = (rows - {} * group) * {} - 1; // that one again",
               rows.count,
               rows.width);
        w.open(fmt::format(
            "for (uint i = t; i < {}; i += {})", rows.total(), p.work_items()));
        w.put(copy("min(i, last)", rows.local("i")));
        w.close();
        w.close();
    }
    w.close();
    w.put(c.barrier());
    w.blank();
}

void emit_paired_postprocess(simt_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    const auto width = p.store.stored == element::real ? p.points() : p.points() + 1;
    const staged_rows rows = { width, staged_row(p, false), p.columns.size };
    w.put(c.barrier());
    w.blank();
    w.put("// Rows leave as they lie behind each other.");
    w.open();
    w.line("{0}{1}* rows_out = exchange + {2};",
           c.d.local,
           c.complex(),
           c.layout.exchange_points);
    w.line("{0}{1}* to = ({0}{1}*)({2}) + ({3})group * {4};",
           c.d.global,
           pair_type(c, p.store),
           offset_from("out", p.output_offset),
           c.d.wide_unsigned,
           rows.total());
    const auto copy = [&](const std::string& i, const std::string& local) {
        if (!p.store.is_float16)
            return fmt::format("to[{}] = rows_out[{}];", i, local);
        return store_half_pair(
            halves_at(c.d, "to"), i, fmt::format("rows_out[{}]", local));
    };
    if (c.may_be_partial())
        w.open(fmt::format("if ({0} * group + {0} <= rows)", rows.count));
    emit_rows(c, rows, copy);
    if (c.may_be_partial()) {
        w.close();
        w.open("else");
        w.line("const uint count = (rows - {} * group) * {};", rows.count, rows.width);
        w.open(fmt::format("for (uint i = t; i < count; i += {})", p.work_items()));
        w.put(copy("i", rows.local("i")));
        w.close();
        w.close();
    }
    w.close();
}

} // namespace gpufft::simt
