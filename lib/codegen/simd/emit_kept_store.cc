/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_kept_store.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/tile_origin.h"
#include "plan/simd/deinterleave_order.h"
#include <string>
#include <vector>

namespace gpufft::simd {

namespace {

bool is_planar(const simd_context& c) { return c.p.store.stored == element::planar; }

//! Pointers to the row that is stored, one for each array.
std::vector<std::string> rows_of(const simd_context& c)
{
    return is_planar(c) ? std::vector<std::string>{ "row_re", "row_im" }
                        : std::vector<std::string>{ "row" };
}

//! Declares the vectors in which the outputs go to memory, part{i}.
void emit_parts(simd_context& c)
{
    auto& w = c.w;
    if (is_planar(c)) {
        w.put("const vec part0 = re, part1 = im;");
        return;
    }
    const char* within = output_blocks(c.p) > 1 ? "_WITHIN" : "";
    w.line("const vec part0 = LOW{0}(re, im), part1 = HIGH{0}(re, im);", within);
}

//! Stores a vector none of whose points is left out.
void emit_whole(simd_context& c)
{
    auto& w = c.w;
    const char* store = output_store(c.p);
    if (is_planar(c)) {
        w.line("{}(row_re + m, part0);", store);
        w.line("{}(row_im + m, part1);", store);
        return;
    }
    w.line("{}(row + 2 * m, part0);", store);
    w.line("{}(row + 2 * m + {}, part1);", store, c.p.lanes());
}

//! Stores the points of a vector that are kept, one by one.
void emit_cut(simd_context& c, const convolved_outputs& kept)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    w.put("const vec parts[2] = { part0, part1 };");
    w.line("const {0}* numbers = (const {0}*)parts;", c.real());
    w.open(fmt::format("for (int lane = 0; lane < {}; ++lane)", lanes));
    w.line("const int point = m + lane;");
    const auto step = kept.step > 1 ? fmt::format(" || point % {}", kept.step) : "";
    w.line("if (point < 0 || point >= {}{})", kept.count * kept.step, step);
    w.put("    continue;");
    w.line("const int place = point{};",
           kept.step > 1 ? fmt::format(" / {}", kept.step) : "");
    if (is_planar(c)) {
        w.put(output_scalar(c.p, "row_re", "place", "numbers[lane]"));
        w.put(output_scalar(
            c.p, "row_im", "place", fmt::format("numbers[{} + lane]", lanes)));
    } else {
        w.put(output_scalar(c.p, "row", "2 * place", "numbers[2 * lane]"));
        w.put(output_scalar(c.p, "row", "2 * place + 1", "numbers[2 * lane + 1]"));
    }
    w.close();
}

} // namespace

void emit_kept_function(simd_context& c)
{
    if (!c.p.store.kept)
        return;
    auto& w = c.w;
    const auto kept = kept_of_folded(c.p);
    const int lanes = c.p.lanes();
    std::string rows;
    for (const auto& row : rows_of(c))
        rows += fmt::format("{}{}* {}, ", c.d.global, output_number(c.p), row);
    w.line("// Stores those of points n and after that are kept: {} from {} on{}.",
           kept.count,
           kept.first,
           kept.step > 1 ? fmt::format(", {} apart", kept.step) : "");
    w.line("static inline void store_kept({}uint n, vec re, vec im)", rows);
    w.open();
    w.line("const int m = (int)n - {};", kept.first);
    w.line("if (m + {} <= 0 || m >= {})", lanes, kept.count * kept.step);
    w.put("    return;");
    emit_parts(c);
    if (kept.step == 1) {
        w.open(fmt::format("if (m >= 0 && m + {} <= {})", lanes, kept.count));
        emit_whole(c);
        w.close();
        w.open("else");
    } else {
        w.open();
    }
    emit_cut(c, kept);
    w.close();
    w.close();
    w.blank();
}

void emit_kept_store(simd_context& c, int v, const std::string& n)
{
    // Where lanes are points the way back ends here, on exchanged parts.
    const bool swaps = c.p.store.swap_parts != c.p.convolves;
    auto real = fmt::format("y{}_{}", v, swaps ? "im" : "re");
    auto imaginary = fmt::format("y{}_{}", v, swaps ? "re" : "im");
    if (c.p.store.scaled) {
        real = "scale * " + real;
        imaginary = "scale * " + imaginary;
    }
    const auto rows = is_planar(c) ? "to_re, to_im" : "to";
    c.w.line("store_kept({}, {}, {}, {});", rows, n, real, imaginary);
}

void emit_kept_column_store(simd_context& c, int v, const std::string& k)
{
    const auto within = fmt::format("{} * ({})", c.p.dimensions[0].output_step, k);
    emit_kept_store(
        c, v, has_steps(c.p, &axis::output_step) ? "tile_output + " + within : within);
}

} // namespace gpufft::simd
