/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/simt_ends.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

//! Points of the core along dimension \p d that are outputs: a convolution has more.
std::int64_t outputs_along(const pass& p, std::size_t d)
{
    if (!p.convolves)
        return p.dimensions[d].length;
    return core_length(p.store.kind, p.store.is_half, p.dimensions[d].caller_length);
}

//! Where output \p k along dimension \p d stands in local memory.
std::string slot_text(const simt_context& c, std::size_t d, const std::string& k)
{
    std::string sum;
    for (const auto& a : c.layout.output_order) {
        if (a.dimension != static_cast<int>(d))
            continue;
        auto digit = a.output_index == 1 ? k : fmt::format("{} / {}", k, a.output_index);
        if (a.output_index * a.size < c.p.dimensions[d].length)
            digit += fmt::format(" % {}", a.size);
        if (a.local_weight != 1)
            digit = fmt::format(
                "{} * {}", a.local_weight, digit == k ? k : "(" + digit + ")");
        sum += (sum.empty() ? "" : " + ") + digit;
    }
    return sum.empty() ? "0" : sum;
}

} // namespace

void emit_mirrored_stores(simt_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    const auto total = p.points() * p.columns.size;
    const auto rank = p.dimensions.size();
    w.put("// Outputs k and -k meet in local memory.");
    w.open(fmt::format("for (uint i = t; i < {}; i += {})", total, p.work_items()));
    for (const auto& text : split_number("i", c.layout.output_order))
        w.put(text);
    emit_output_row(c);
    const auto point = point_of(c, pass_end::output, c.layout.output_order);

    std::vector<std::string> names;
    std::string guard = is_within(c), slot, mirror;
    for (std::size_t d = 0; d < rank; ++d) {
        const auto name = rank == 1 ? "k" : fmt::format("k_{}", d + 1);
        names.push_back(name);
        w.line("const uint {} = {};", name, point.index[d]);
        const auto outputs = outputs_along(p, d);
        if (outputs < p.dimensions[d].length) {
            guard += fmt::format("{}{} < {}", guard.empty() ? "" : " && ", name, outputs);
        }
        w.line("const uint opposite_{0} = {0} ? {1} - {0} : 0;", name, outputs);
        slot += (d ? " + " : "") + slot_text(c, d, name);
        mirror += (d ? " + " : "") + slot_text(c, d, "opposite_" + name);
    }
    for (const auto& a : c.layout.output_order) {
        if (a.dimension < 0) {
            slot += fmt::format(" + {} * {}", a.local_weight, a.name);
            mirror += fmt::format(" + {} * {}", a.local_weight, a.name);
        }
    }
    if (!guard.empty())
        w.open(fmt::format("if ({})", guard));
    w.line("{} z = exchange[{}];", c.complex(), slot);
    w.line("{} mirror = exchange[{}];", c.complex(), mirror);
    if (p.convolves) {
        w.put("z = complex_of(z.y, z.x);");
        w.put("mirror = complex_of(mirror.y, mirror.x);");
    }
    w.put(store_mirrored_statement(p, point.line, names, "z", "mirror"));
    if (!guard.empty())
        w.close();
    w.close();
}

} // namespace gpufft
