/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/emit_root.h"
#include "codegen/text/index_text.h"

namespace gpufft {

namespace {

//! "w(60)^e", "w(512)^(4 e + 1)", "w(74)^(e e)"
std::string formula(const root_series& s)
{
    std::string exponent = s.step == 1 ? "e" : fmt::format("{} e", s.step);
    if (s.is_chirp)
        exponent = "e e";
    if (s.first)
        exponent += fmt::format(" + {}", s.first);
    return fmt::format(
        exponent.size() == 1 ? "w({})^{}" : "w({})^({})", s.order, exponent);
}

} // namespace

void emit_root(source_writer& w,
               const dialect& d,
               const pass& p,
               const std::string& name,
               const root_tables& roots)
{
    const auto& s = roots.series;
    if (!s.count)
        return;
    const auto type = complex_type(p);
    const auto head = fmt::format(
        "{} {} {}({}const {}* twiddles, uint e)", d.function, type, name, d.global, type);
    const auto entry = [&](const char* index, std::int64_t offset) {
        return fmt::format("twiddles[{}]", offset_from(index, offset));
    };
    if (roots.is_direct()) {
        w.line("// {}, e below {}.", formula(s), s.count);
        w.line("{}", head);
        w.open();
        w.line("return {};", entry("e", roots.fine_offset));
        w.close();
        w.blank();
        return;
    }
    w.line("// {}, e below {}, as the product of a fine and a coarse root.",
           formula(s),
           s.count);
    w.line("{}", head);
    w.open();
    const auto low = fmt::format("e % {}", roots.fine);
    const auto high = fmt::format("e / {}", roots.fine);
    w.line("const {} fine = {};", type, entry(low.c_str(), roots.fine_offset));
    w.line("const {} coarse = {};", type, entry(high.c_str(), roots.coarse_offset));
    w.put("return cmul(fine, coarse);");
    w.close();
    w.blank();
}

} // namespace gpufft
