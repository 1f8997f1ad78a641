/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_fold.h"
#include "codegen/simt/features/local_slot.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/io_tables.h"
#include <algorithm>

namespace gpufft::simt {

namespace {

//! What the folds of input and output differ in.
struct fold {
    const std::vector<atom>& digits;
    std::int64_t atom::*index;
    const char* name; //!< of the index
    std::int64_t first;
    std::int64_t pairs;
};

//! The two elements that a work-item folds.
struct fold_text {
    std::string slot;
    std::string conjugate;
};

//! The digits of everything but dimension \p d, nearest in local memory first.
std::vector<atom> other_digits(const std::vector<atom>& digits, std::size_t d)
{
    std::vector<atom> outer_loops;
    for (const auto& a : digits) {
        if (a.dimension != static_cast<int>(d))
            outer_loops.push_back(a);
    }
    std::sort(outer_loops.begin(), outer_loops.end(), [](const atom& a, const atom& b) {
        return a.local_weight < b.local_weight;
    });
    return outer_loops;
}

//! Opens the loop over the pairs along dimension \p d.
fold_text open_pairs(simt_context& c, const fold& f, std::size_t d)
{
    auto& w = c.w;
    const auto length = c.p.dimensions[d].length;
    const auto outer_loops = other_digits(f.digits, d);
    std::int64_t total = f.pairs;
    for (const auto& a : outer_loops)
        total *= a.size;
    w.open(fmt::format("for (uint i = t; i < {}; i += {})", total, c.p.work_items()));
    auto numbers = outer_loops;
    numbers.emplace_back();
    numbers.back().name = f.first ? "pair" : f.name;
    for (const auto& text : split_number("i", numbers))
        w.put(text);
    if (f.first)
        w.line("const uint {} = pair + {};", f.name, f.first);
    w.line("const uint opposite = {1}{0} - {2}{3};",
           length,
           f.first ? "" : fmt::format("{} ? ", f.name),
           f.name,
           f.first ? "" : " : 0");

    const auto beside = index_sum().add(outer_loops, &atom::local_weight).str();
    const auto slot_of = [&](const char* k) {
        const auto along = local_slot(f.digits, d, k, f.index, length);
        return outer_loops.empty() ? along : beside + " + " + along;
    };
    fold_text text;
    text.slot = fmt::format("exchange[{}]", slot_of(f.name));
    text.conjugate = fmt::format("exchange[{}]", slot_of("opposite"));
    w.line("const {} root = {}(twiddles, {});",
           c.complex(),
           root_function(4 * length),
           f.name);
    return text;
}

void close_pairs(simt_context& c)
{
    c.w.close();
    c.w.put(c.d.barrier);
    c.w.blank();
}

void emit_input_fold(simt_context& c, std::size_t d)
{
    auto& w = c.w;
    const auto length = c.p.dimensions[d].length;
    const bool is_exchanged = c.p.load.swap_parts;
    w.line(
        "// Along dimension {}: points n and {} - n from those of a DCT.", d + 1, length);
    const fold f = {
        c.layout.input_order, &atom::input_index, "n", 1, input_pairs(length)
    };
    const auto at = open_pairs(c, f, d);
    const char* factors[] = { "conjugate(root)", "root" };
    w.line("const {} x = {};", c.complex(), at.slot);
    w.line("const {} y = {};", c.complex(), at.conjugate);
    w.line("const {} turned = complex_of(-y.y, y.x);", c.complex());
    w.line("{} = cmul({}, x {} turned);",
           at.slot,
           factors[is_exchanged],
           is_exchanged ? '+' : '-');
    w.line("{} = cmul({}, x {} turned);",
           at.conjugate,
           factors[!is_exchanged],
           is_exchanged ? '-' : '+');
    close_pairs(c);
}

void emit_output_fold(simt_context& c, std::size_t d)
{
    auto& w = c.w;
    const auto length = c.p.dimensions[d].length;
    const bool is_exchanged = c.p.store.swap_parts;
    w.line(
        "// Along dimension {}: outputs k and {} - k to those of a DCT.", d + 1, length);
    const fold f = {
        c.layout.output_order, &atom::output_index, "k", 0, output_pairs(length)
    };
    const auto at = open_pairs(c, f, d);
    const char* factors[] = { "root", "conjugate(root)" };
    w.line("const {} z = cmul({}, {});", c.complex(), factors[is_exchanged], at.slot);
    w.line("const {} mirror = cmul({}, {});",
           c.complex(),
           factors[!is_exchanged],
           at.conjugate);
    w.line("{} = z + mirror;", at.slot);
    if (length > 1) {
        w.put("if (k > 0)");
        w.line("    {} = complex_of({});",
               at.conjugate,
               is_exchanged ? "z.y - mirror.y, mirror.x - z.x"
                            : "mirror.y - z.y, z.x - mirror.x");
    }
    close_pairs(c);
}

} // namespace

void emit_input_folds(simt_context& c)
{
    if (!folds_input(c.p))
        return;
    for (std::size_t d = 0; d + 1 < c.p.dimensions.size(); ++d) {
        if (input_pairs(c.p.dimensions[d].length))
            emit_input_fold(c, d);
    }
}

void emit_output_folds(simt_context& c)
{
    if (!folds_output(c.p))
        return;
    for (std::size_t d = 0; d + 1 < c.p.dimensions.size(); ++d)
        emit_output_fold(c, d);
}

} // namespace gpufft::simt
