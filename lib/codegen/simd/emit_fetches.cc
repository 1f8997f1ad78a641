/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_fetches.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "plan/simd/fetching.h"
#include "plan/simd/streaming.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

void emit_fetch(source_writer& w, bool is_for_first_level)
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

void emit_fetching(simd_context& c)
{
    const auto bytes =
        points_of_row(c.p) * numbers_of(c.p.load) * input_number_bytes(c.p);
    c.w.line("const bool fetches = rows > {};", most_cached_input_bytes(c.p) / bytes);
    if (c.fetches.distance)
        c.w.line("{}const {}* ahead = from + {}; // of a tile to come, line by line",
                 c.d.global,
                 input_number(c.p),
                 c.fetches.distance);
}

void emit_scheduled_fetches(simd_context& c, std::size_t i)
{
    const int lines = c.fetches.distance ? c.fetches.lines[i] : 0;
    if (!lines)
        return;
    const auto numbers = LINE_BYTES / input_number_bytes(c.p);
    c.w.open("if (fetches)");
    for (int line = 0; line < lines; ++line)
        c.w.line("FETCH({});", offset_from("ahead", line * numbers));
    c.w.line("ahead += {};", lines * numbers);
    c.w.close();
}

void emit_fetches(simd_context& c)
{
    if (c.fetched_ahead && !c.loaded.empty()) {
        c.w.open("if (fetches)");
        for (const auto& at : c.loaded)
            c.w.line("FETCH({} + {});", at, c.fetched_ahead);
        c.w.close();
    }
    c.loaded.clear();
}

} // namespace gpufft::simd
