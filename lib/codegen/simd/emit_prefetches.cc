/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_prefetches.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

void emit_prefetch(source_writer& w, bool is_for_first_level)
{
    // Clang has the builtin, and oclgrind, a Clang as well, has not.
    w.put("#if defined(__clang__) && defined(POCL_DEVICE_ADDRESS_BITS)");
    w.put(is_for_first_level
              ? "#define FETCH(p) __builtin_prefetch(p)"
              : "#define FETCH(p) __builtin_prefetch(p, 0, 2) // second-level cache");
    w.put("#else");
    w.put("#define FETCH(p)");
    w.put("#endif");
    w.blank();
}

void emit_prefetch(simd_context& c)
{
    const auto bytes =
        points_of_row(c.p) * numbers_of(c.p.load) * input_number_bytes(c.p);
    c.w.line("const bool fetches = {} > {};",
             c.p.store.power ? "runs[rows]" : "rows", // frames overlap at most
             most_cached_rows(c.p, bytes));
    if (c.prefetches.distance)
        c.w.line("{}const {}* ahead = from + {}; // of a tile to come, line by line",
                 c.d.global,
                 input_number(c.p),
                 c.prefetches.distance);
}

void emit_scheduled_prefetches(simd_context& c, std::size_t i)
{
    const int lines = c.prefetches.distance ? c.prefetches.lines[i] : 0;
    if (!lines)
        return;
    const auto numbers = LINE_BYTES / input_number_bytes(c.p);
    c.w.open("if (fetches)");
    for (int line = 0; line < lines; ++line)
        c.w.line("FETCH({});", offset_from("ahead", line * numbers));
    c.w.line("ahead += {};", lines * numbers);
    c.w.close();
}

void emit_prefetches(simd_context& c)
{
    if (c.prefetched && !c.loaded.empty()) {
        c.w.open("if (fetches)");
        for (const auto& at : c.loaded)
            c.w.line("FETCH({} + {});", at, c.prefetched);
        c.w.close();
    }
    c.loaded.clear();
}

} // namespace gpufft::simd
