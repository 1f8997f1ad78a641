/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_pair_stores.h"
#include "codegen/simt/features/local_slot.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/forms/folds.h"
#include <gpufft/error.h>

namespace gpufft::simt {

namespace {

//! Points of the inner DFT along dimension \p d that are outputs: a convolution has more.
std::int64_t outputs_along(const pass& p, std::size_t d)
{
    if (!p.convolves)
        return p.dimensions[d].length;
    return dft_length(p.store.kind, p.store.is_half, p.dimensions[d].caller_length);
}

//! What \p column adds to a place in local memory: " + 8 * column".
std::string column_slot(const simt_context& c, const char* column)
{
    for (const auto& a : c.layout.output_order) {
        if (a.dimension < 0)
            return fmt::format(" + {} * {}", a.local_weight, column);
    }
    return "";
}

//! Declares the conjugate -k of output k among the points of this tile. \return its place
std::string emit_conjugate(simt_context& c, const std::vector<std::string>& names)
{
    const auto& digits = c.layout.output_order;
    std::string slot;
    for (std::size_t d = 0; d < names.size(); ++d) {
        slot += d ? " + " : "";
        // What is folded is real along the other dimensions.
        if (folds_output(c.p) && d + 1 < names.size()) {
            slot += local_slot(
                digits, d, names[d], &atom::output_index, c.p.dimensions[d].length);
            continue;
        }
        const auto conjugate = "opposite_" + names[d];
        c.w.line("const uint {} = {} ? {} - {} : 0;",
                 conjugate,
                 names[d],
                 outputs_along(c.p, d),
                 names[d]);
        slot += local_slot(
            digits, d, conjugate, &atom::output_index, c.p.dimensions[d].length);
    }
    return slot + column_slot(c, "column");
}

//! Declares the conjugate of an output where columns are paired: it is in the conjugate
//! column, or in its own one where that is its own conjugate. \return its place
std::string emit_paired_conjugate(simt_context& c)
{
    const auto points = c.p.points();
    const auto half = c.p.columns.size / 2;
    index_sum m;
    m.add(c.layout.output_order, &atom::spectrum_weight);
    c.w.line("const uint m = {};", m.str());
    c.w.line("const uint opposite_m = paired_k ? {} - m : m ? {} - m : 0;",
             points - 1,
             points);
    c.w.line("const uint across = column < {0} ? column + {0} : column - {0};", half);
    c.w.put("const uint opposite_column = pair ? across : column;");
    return local_slot(
               c.layout.output_order, 0, "opposite_m", &atom::spectrum_weight, points) +
           column_slot(c, "opposite_column");
}

} // namespace

void emit_pair_stores(simt_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    const auto total = p.points() * p.columns.size;
    const auto rank = p.dimensions.size();
    w.put("// Outputs k and -k meet in local memory.");
    w.open(fmt::format("for (uint i = t; i < {}; i += {})", total, p.work_items()));
    emit_numbers(c, "i", c.layout.output_order);
    emit_output_row(c);
    const auto point = point_of(c, pass_io::output, c.layout.output_order);

    std::vector<std::string> names;
    auto guard = is_within(c);
    for (std::size_t d = 0; d < rank; ++d) {
        const auto name = rank == 1 ? "k" : fmt::format("k_{}", d + 1);
        names.push_back(name);
        w.line("const uint {} = {};", name, point.index[d]);
        const auto outputs = outputs_along(p, d);
        if (outputs < p.dimensions[d].length)
            guard += fmt::format("{}{} < {}", guard.empty() ? "" : " && ", name, outputs);
    }
    const auto mirror = p.workgroup().paired_columns ? emit_paired_conjugate(c)
                                                     : emit_conjugate(c, names);
    const auto slot = index_sum().add(c.layout.output_order, &atom::local_weight).str();
    if (!guard.empty())
        w.open(fmt::format("if ({})", guard));
    w.line("{} z = exchange[{}];", c.complex(), slot);
    w.line("{} mirror = exchange[{}];", c.complex(), mirror);
    if (p.convolves) {
        w.put("z = complex_of(z.y, z.x);");
        w.put("mirror = complex_of(mirror.y, mirror.x);");
    }
    w.put(store_pair_statement(p, point.line, names, "z", "mirror"));
    if (!guard.empty())
        w.close();
    w.close();
}

} // namespace gpufft::simt
