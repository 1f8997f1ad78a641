/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_branches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/emit_vector_value.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/nt_stores.h"
#include <utility>

namespace gpufft::simd {

namespace {

//! Declares x{v}, the parts of a{v} and b{v}, times what \p times says.
void emit_parts(simd_context& c,
                int v,
                const char* real,
                const char* imaginary,
                const std::string& times)
{
    const char* within = input_blocks(c.p) > 1 ? "_WITHIN" : "";
    c.w.line("const vec x{0}_{1} = {2}EVEN{3}(a{0}, b{0});", v, real, times, within);
    c.w.line("const vec x{0}_{1} = {2}ODD{3}(a{0}, b{0});", v, imaginary, times, within);
}

//! Declares x{v}: reals 2 n, 2 n + 1 and after of the row, two to a point.
void emit_pair_load(simd_context& c, int v, const std::string& n)
{
    auto& w = c.w;
    const char* part = "ab";
    for (int i = 0; i < 2; ++i) {
        const auto at = offset_from(fmt::format("2 * ({})", n), i * c.p.lanes());
        const auto tap = fmt::format("LOAD(window + {}) * ", at);
        c.loaded.push_back("from + " + at);
        if (c.p.load.expression) {
            const auto raw = fmt::format("raw_{}{}", part[i], v);
            w.line("vec {} = {};", raw, input_vector(c.p, "from + " + at));
            emit_load_values(c, { raw }, at, "row");
            w.line(
                "const vec {}{} = {}{};", part[i], v, c.p.load.windowed ? tap : "", raw);
            continue;
        }
        w.line("const vec {}{} = {}{};",
               part[i],
               v,
               c.p.load.windowed ? tap : "",
               input_vector(c.p, "from + " + at));
    }
    emit_parts(c, v, "re", "im", "");
}

//! Declares the vectors raw{v}_re and raw{v}_im of elements at \p place and after, as
//! they lie in memory.
void emit_raw_points(simd_context& c, int v, const std::string& place)
{
    auto& w = c.w;
    const auto read = [&](const std::string& at) {
        c.loaded.push_back(at);
        return input_vector(c.p, at);
    };
    switch (c.p.load.stored) {
    case element::real:
        w.line("vec raw{}_re = {};", v, read("from + " + place));
        w.line("vec raw{}_im = {};", v, c.zero());
        return;
    case element::planar:
        w.line("vec raw{}_re = {};", v, read("from_re + " + place));
        w.line("vec raw{}_im = {};", v, read("from_im + " + place));
        return;
    case element::complex: {
        const auto first = fmt::format("from + 2 * ({})", place);
        const char* within = input_blocks(c.p) > 1 ? "_WITHIN" : "";
        w.line("const vec a{} = {};", v, read(first));
        w.line(
            "const vec b{} = {};", v, read(fmt::format("{} + {}", first, c.p.lanes())));
        w.line("vec raw{0}_re = EVEN{1}(a{0}, b{0}), raw{0}_im = ODD{1}(a{0}, b{0});",
               v,
               within);
    }
    }
}

//! emit_input_points() through the expression.
void emit_expression_points(simd_context& c,
                            int v,
                            const std::string& place,
                            const std::string& times)
{
    const char* real = c.p.load.swap_parts ? "im" : "re";
    const char* imaginary = c.p.load.swap_parts ? "re" : "im";
    emit_raw_points(c, v, place);
    emit_load_values(
        c, { fmt::format("raw{}_re", v), fmt::format("raw{}_im", v) }, place, "row");
    c.w.line("const vec x{0}_{1} = {2}raw{0}_re;", v, real, times);
    c.w.line("const vec x{0}_{1} = {2}raw{0}_im;", v, imaginary, times);
}

} // namespace

std::string emit_place(simd_context& c,
                       int v,
                       const std::string& index,
                       std::int64_t rotation,
                       const char* prefix)
{
    if (!rotation)
        return index;
    c.w.line("const uint {2}index{0} = {1};", v, index, prefix);
    c.w.line("const uint {3}place{0} = {3}index{0} < {1} ? {3}index{0} + {2} : "
             "{3}index{0} - {1};",
             v,
             c.p.dimensions[0].length - rotation,
             rotation,
             prefix);
    return fmt::format("{}place{}", prefix, v);
}

void emit_row_pointers(simd_context& c)
{
    const auto declare = [&](const std::string& type,
                             const std::string& name,
                             const std::string& argument,
                             const std::string& row,
                             const io_operation& op,
                             int numbers,
                             std::int64_t distance,
                             std::int64_t offset) {
        const auto first = offset_from(
            fmt::format("({}){} * {}", c.d.wide_unsigned, row, numbers * distance),
            numbers * offset);
        const bool is_planar = op.stored == element::planar;
        for (const char* part : { "_re", "_im" }) {
            c.w.line("{0}{1}* {2}{4} = ({0}{1}*){3}{4} + {5};",
                     c.d.global,
                     type,
                     name,
                     argument,
                     is_planar ? part : "",
                     first);
            if (!is_planar)
                break;
        }
    };
    const auto& p = c.p;
    declare("const " + input_number(p),
            "from",
            "in",
            "row",
            p.load,
            numbers_of(p.load),
            p.input_distance,
            p.input_offset);
    declare(output_number(p),
            "to",
            "out",
            c.stored_row,
            p.store,
            p.store.power ? 1 : numbers_of(p.store),
            p.output_distance,
            p.output_offset);
}

void emit_vector_load(simd_context& c, int v, const std::string& n)
{
    auto& w = c.w;
    const auto& load = c.p.load;
    if (load.is_half) {
        load.taps_per_branch > 1 ? emit_folded_load(c, v, n, n) : emit_pair_load(c, v, n);
        return;
    }
    const auto rotation = c.p.dimensions[0].input_rotation;
    const auto place =
        emit_place(c, v, n, c.rotates_columns(&axis::input_step) ? 0 : rotation);
    if (load.taps_per_branch > 1) {
        emit_folded_load(c, v, n, place);
        return;
    }
    const auto times = load.windowed ? fmt::format("tap{} * ", v) : "";
    if (load.windowed)
        w.line("const vec tap{} = LOAD(window + {});", v, n);
    emit_input_points(c, v, place, times);
}

void emit_input_points(simd_context& c,
                       int v,
                       const std::string& place,
                       const std::string& times)
{
    auto& w = c.w;
    const auto& load = c.p.load;
    if (load.expression) {
        emit_expression_points(c, v, place, times);
        return;
    }
    const auto read = [&](const std::string& at) {
        c.loaded.push_back(at);
        return input_vector(c.p, at);
    };
    // The inverse is a forward transform with the parts exchanged.
    const char* real = load.swap_parts ? "im" : "re";
    const char* imaginary = load.swap_parts ? "re" : "im";
    if (load.stored == element::real) {
        w.line("const vec x{}_{} = {}{};", v, real, times, read("from + " + place));
        w.line("const vec x{}_{} = {};", v, imaginary, c.zero());
        return;
    }
    if (load.stored == element::planar) {
        for (const auto& [part, plane] :
             { std::pair(real, "from_re + "), std::pair(imaginary, "from_im + ") })
            w.line("const vec x{}_{} = {}{};",
                   v,
                   part,
                   times,
                   input_vector(c.p, plane + place));
        return;
    }
    const auto first = fmt::format("from + 2 * ({})", place);
    w.line("const vec a{} = {};", v, read(first));
    w.line("const vec b{} = {};", v, read(fmt::format("{} + {}", first, c.p.lanes())));
    emit_parts(c, v, real, imaginary, times);
}

void emit_streams(simd_context& c, const char* first)
{
    if (c.p.vector().nt_store_rows)
        c.w.line("const bool streams = rows >= {} && ({})({}) % {} == 0;",
                 c.p.vector().nt_store_rows,
                 c.d.wide_unsigned,
                 first,
                 LINE_BYTES);
}

} // namespace gpufft::simd
