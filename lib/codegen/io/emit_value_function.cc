/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_value_function.h"
#include "codegen/text/value_text.h"

namespace gpufft {

namespace {

using texts = std::vector<std::string>;

//! Rows of the pass that are parts of the caller's: `place` and `row` become the
//! caller's.
void emit_callers_row(const io_text& t)
{
    if (t.p.row_factor == 1)
        return;
    const auto distance =
        t.op.expression->is_load ? t.p.input_distance : t.p.output_distance;
    if (needs_place(*t.op.expression))
        t.w.line("place += row % {} * {};", t.p.row_factor, distance);
    t.w.line("row /= {};", t.p.row_factor);
}

void emit_row_of_call(const io_text& t)
{
    if (t.op.expression->uses_row)
        t.w.put("row += first_row;");
}

texts parameters_of(const io_text& t, const std::string& element)
{
    const auto& e = *t.op.expression;
    texts all = { (e.has_real_element ? t.real() : t.complex()) + " " + element };
    if (needs_place(e))
        all.emplace_back("uint place");
    if (needs_row(e, t.p))
        all.emplace_back("uint row");
    if (e.uses_row)
        all.emplace_back("uint first_row");
    const auto given = value_parameters(e, t.d, t.p);
    all.insert(all.end(), given.begin(), given.end());
    return all;
}

} // namespace

bool needs_place(const fused_expression& e) { return e.uses_index; }

const char* origin_name(bool is_load) { return is_load ? "from_origin" : "to_origin"; }

bool needs_row(const fused_expression& e, const pass& p)
{
    return e.uses_row || (e.uses_index && p.row_factor > 1);
}

texts emit_indices(source_writer& w,
                   const fused_expression& e,
                   const std::string& place,
                   const std::string& prefix)
{
    texts all(e.counts.size(), "0");
    auto rest = place;
    for (std::size_t i = 0; i < e.digits.size(); ++i) {
        const auto& digit = e.digits[i];
        const bool is_last = i + 1 == e.digits.size();
        if (digit.dimension >= 0) {
            const auto d = static_cast<std::size_t>(digit.dimension);
            const auto name = fmt::format("{}{}", prefix, d);
            const auto at =
                digit.stride == 1 ? rest : fmt::format("{} / {}", rest, digit.stride);
            w.line("const uint {}{} = {};", name, digit.rotation ? "_place" : "", at);
            if (digit.rotation)
                w.line("const uint {0} = {0}_place < {1} ? {0}_place + {2} : {0}_place - "
                       "{1};",
                       name,
                       digit.rotation,
                       digit.count - digit.rotation);
            all[d] = name;
        }
        if (is_last)
            break;
        w.line("const uint {}_rest{} = {} % {};", prefix, i, rest, digit.stride);
        rest = fmt::format("{}_rest{}", prefix, i);
    }
    return all;
}

void emit_value_function(const io_text& t)
{
    if (!t.op.expression)
        return;
    auto& w = t.w;
    const auto& e = *t.op.expression;
    const std::string element = e.is_load ? "x" : "y";
    w.line("// {}: {}", e.is_load ? "What is transformed" : "What is stored", e.text);
    t.open_function(e.has_real_result ? t.real() : t.complex(),
                    e.is_load ? "load_value" : "store_value",
                    parameters_of(t, element));
    if (needs_row(e, t.p))
        emit_callers_row(t);
    emit_row_of_call(t);
    const auto index =
        needs_place(e) ? emit_indices(w, e, "place", e.is_load ? "n" : "k") : texts();
    value_context c{ w, t.d, t.p, e, t.real() };
    c.elements = { e.has_real_element ? value_parts{ element, "" }
                                      : value_parts{ element + ".x", element + ".y" } };
    c.index = [&](int d, int) { return index[static_cast<std::size_t>(d)]; };
    c.row = [](int) { return "row"; };
    const auto result = emit_value(c);
    if (e.has_real_result)
        w.line("return {};", result.re);
    else
        w.line("return complex_of({}, {});", result.re, result.im);
    t.close_function();
}

} // namespace gpufft
