/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_cosine.h"
#include "codegen/text/literal.h"
#include "codelet/cosine.h"
#include "plan/ir/forms/cosine_stages.h"
#include <cmath>

namespace gpufft::simt {

namespace {

//! Multiplies by \p weight the register that is point 0 of a type 3, or output 0 of a
//! type 2; of a sine the last register.
void emit_weight(simt_context& c, std::size_t i, int f, double weight)
{
    const int radix = c.stage_at(i).radix;
    const int r = cosine_of(c.p.codelets).is_sine ? radix - 1 : 0;
    c.w.line("x{0} = {1} * x{0};", f * radix + r, literal(c.p, weight));
}

} // namespace

void emit_cosine(simt_context& c, std::size_t i, int f)
{
    const int radix = c.stage_at(i).radix;
    const auto kind = cosine_of(c.p.codelets);
    codelet_names names;
    names.type = c.real();
    names.input = [&](int index, bool is_odd) {
        return fmt::format("x{}", f * radix + 2 * index + is_odd);
    };
    names.output = [](int index, bool is_odd) {
        return fmt::format("y{}", 2 * index + is_odd);
    };
    names.literal = [&c](double value) { return literal(c.p, value); };

    if (c.p.load.orthogonalize && kind.type == 3)
        emit_weight(c, i, f, std::sqrt(2.0));
    c.w.open();
    for (const auto& statement : cosine_codelet(kind, radix).print(names))
        c.w.put(statement);
    for (int r = 0; r < radix; ++r)
        c.w.line("x{} = y{};", f * radix + r, r);
    c.w.close();
    if (c.p.store.orthogonalize && kind.type == 2)
        emit_weight(c, i, f, std::sqrt(0.5));
}

} // namespace gpufft::simt
