/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/literal.h"
#include "codelet/codelet.h"
#include <fmt/format.h>

namespace gpufft::simd {

void emit_vector_codelet(simd_context& c, int radix)
{
    codelet_names names;
    names.type = "vec";
    names.literal = [&c](double value) { return literal(c.p, value); };
    names.input = [](int i, bool is_imaginary) {
        return fmt::format("x{}_{}", i, is_imaginary ? "im" : "re");
    };
    names.output = [](int i, bool is_imaginary) {
        return fmt::format("y{}_{}", i, is_imaginary ? "im" : "re");
    };
    for (const auto& statement : codelet::dft(radix, arithmetic::fused).print(names))
        c.w.put(statement);
}

} // namespace gpufft::simd
