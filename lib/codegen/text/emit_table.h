/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_TABLE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_TABLE_H

#include "codegen/text/source_writer.h"
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft {

//! A constant array of numbers, before the kernel: of 16 bits where all are below 2^16.
template <typename numbers>
void emit_table(source_writer& w, const char* name, const numbers& of)
{
    constexpr std::size_t NUMBERS_IN_A_LINE = 16;
    const bool is_short =
        std::all_of(of.begin(), of.end(), [](auto n) { return n < 1 << 16; });
    w.line("__constant {} {}[{}] = {{", is_short ? "ushort" : "uint", name, of.size());
    for (std::size_t n = 0; n < of.size(); n += NUMBERS_IN_A_LINE) {
        const auto end = std::min(n + NUMBERS_IN_A_LINE, of.size());
        w.line("    {},", fmt::join(of.begin() + n, of.begin() + end, ", "));
    }
    w.put("};");
    w.blank();
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_TABLE_H */
