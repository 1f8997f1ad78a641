/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/emit_real_columns.h"
#include "codegen/simd/reals/real_io.h"
#include "codegen/simd/reals/row_slots.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/index_text.h"
#include <functional>

namespace gpufft::simd {

namespace {

//! What is done to the element that `vector` is the address of, number \p n of a column.
using element_body = std::function<void(const std::string& vector, const std::string& n)>;

//! Numbers that a lane has beside one another: two of a complex element.
bool has_pairs(const real_io& op) { return op.numbers * op.planes == 2; }

//! \p emit for each element of a column in the caller's memory, \p stride apart.
void emit_each_element(simd_context& c,
                       const real_io& op,
                       const char* tile,
                       std::int64_t stride,
                       const element_body& emit)
{
    auto& w = c.w;
    const auto count = op.count() / op.numbers;
    const auto first = op.numbers == 1
                           ? fmt::format("{} + {}", op.pointer, tile)
                           : fmt::format("{} + {} * {}", op.pointer, op.numbers, tile);
    stride *= op.numbers;
    if (is_written_out(c.p)) {
        for (std::int64_t n = 0; n < count; ++n)
            emit(offset_from(first, n * stride), std::to_string(n));
        return;
    }
    w.open(fmt::format("for (uint n = 0; n < {}; ++n)", count));
    if (op.alternates)
        w.line("const {} sign = n % 2 ? -1 : 1;", real_type(c.p));
    emit(fmt::format("{} + n * {}", first, stride), "n");
    w.close();
}

//! Place of real \p n.
std::string real_place(simd_context& c, const real_io& op, const std::string& n)
{
    if (is_written_out(c.p) || op.has_table() || has_pairs(op))
        return op.place(n, 0);
    return fmt::format("scratch[{0} / 2 + {0} % 2 * {1}]", n, row_slots(c.p));
}

//! "sign * " of real \p n, or nothing.
std::string real_sign(simd_context& c, const real_io& op, const std::string& n)
{
    if (is_written_out(c.p))
        return op.sign(n, 0);
    return op.alternates ? "sign * " : "";
}

//! How many of the first, or the second, vector of `present` pairs there are.
std::string present_numbers(simd_context& c, bool is_second)
{
    return fmt::format(is_second ? "max(2 * present, (uint){0}) - {0}"
                                 : "min(2 * present, (uint){0})",
                       c.p.lanes());
}

//! Once for full tiles, \p is_full, and where there are others once for those.
void emit_full_or_not(simd_context& c, const std::function<void(bool is_full)>& emit)
{
    auto& w = c.w;
    const auto extent = c.p.columns.extent;
    if (extent > c.p.lanes()) {
        w.open(fmt::format("if (present == {})", c.p.lanes()));
        emit(true);
        w.close();
        w.open("else");
        emit(false);
        w.close();
        return;
    }
    emit(!extent);
}

} // namespace

void emit_partial_vectors(simd_context& c)
{
    auto& w = c.w;
    if (!c.p.columns.extent)
        return;
    w.put("// The first `present` lanes of a vector; the others are 0.");
    w.line("static inline vec load_some({}const {}* p, uint present)",
           c.d.global,
           input_number(c.p));
    w.open();
    w.line("vec v = {};", c.zero());
    w.put("for (uint lane = 0; lane < present; ++lane)");
    w.line("    (({}*)&v)[lane] = {};", c.real(), input_scalar(c.p, "p", "lane"));
    w.put("return v;");
    w.close();
    w.blank();
    w.line("static inline void store_some({}{}* p, vec v, uint present)",
           c.d.global,
           output_number(c.p));
    w.open();
    w.put("for (uint lane = 0; lane < present; ++lane)");
    w.put("    " +
          output_scalar(c.p, "p", "lane", fmt::format("(({}*)&v)[lane]", c.real())));
    w.close();
    w.blank();
}

namespace {

void emit_loaded_pair(simd_context& c,
                      const real_io& op,
                      bool is_full,
                      const std::string& vector,
                      const std::string& n)
{
    auto& w = c.w;
    w.open();
    for (const bool is_second : { false, true }) {
        const auto at = offset_from(vector, is_second * c.p.lanes());
        const auto some =
            fmt::format("load_some({}, {})", at, present_numbers(c, is_second));
        w.line("const vec {} = {};",
               is_second ? "b" : "a",
               is_full ? input_vector(c.p, at) : some);
    }
    w.line("{} = EVEN(a, b);", op.place(n, 0));
    w.line("{} = ODD(a, b);", op.place(n, 1));
    w.close();
}

void emit_stored_pair(simd_context& c,
                      const real_io& op,
                      bool is_full,
                      const std::string& vector,
                      const std::string& n)
{
    auto& w = c.w;
    const char* times = c.p.store.scaled ? "scale * " : "";
    w.open();
    for (const int i : { 0, 1 })
        w.line("const vec {} = {}{};", i ? "b" : "a", times, op.place(n, i));
    for (const bool is_second : { false, true }) {
        const auto at = offset_from(vector, is_second * c.p.lanes());
        const char* half = is_second ? "HIGH(a, b)" : "LOW(a, b)";
        if (is_full)
            w.line("{}({}, {});", output_store(c.p), at, half);
        else
            w.line("store_some({}, {}, {});", at, half, present_numbers(c, is_second));
    }
    w.close();
}

} // namespace

void emit_real_column_load(simd_context& c)
{
    auto& w = c.w;
    if (c.p.columns.extent > c.p.lanes())
        w.line("const uint present = min({} - column_tile * {}, (uint){});",
               c.p.columns.extent,
               c.p.lanes(),
               c.p.lanes());
    else if (c.p.columns.extent)
        w.line("const uint present = {};", c.p.columns.extent);
    w.put("// Neighbouring columns: a lane each.");
    emit_full_or_not(c, [&](bool is_full) {
        for (const auto& op : real_io::input(c))
            emit_each_element(
                c,
                op,
                "tile_in",
                c.p.dimensions[0].input_stride,
                [&](const auto& vector, const auto& n) {
                    if (op.numbers == 2) {
                        emit_loaded_pair(c, op, is_full, vector, n);
                        return;
                    }
                    w.line("{} = {}{};",
                           real_place(c, op, n),
                           real_sign(c, op, n),
                           is_full ? input_vector(c.p, vector)
                                   : fmt::format("load_some({}, present)", vector));
                });
    });
}

void emit_real_column_store(simd_context& c)
{
    auto& w = c.w;
    const char* times = c.p.store.scaled ? "scale * " : "";
    emit_full_or_not(c, [&](bool is_full) {
        for (const auto& op : real_io::output(c))
            emit_each_element(
                c,
                op,
                "tile_out",
                c.p.dimensions[0].output_stride,
                [&](const auto& vector, const auto& n) {
                    if (op.numbers == 2) {
                        emit_stored_pair(c, op, is_full, vector, n);
                        return;
                    }
                    const auto value = real_sign(c, op, n) + times + real_place(c, op, n);
                    if (is_full)
                        w.line("{}({}, {});", output_store(c.p), vector, value);
                    else
                        w.line("store_some({}, {}, present);", vector, value);
                });
    });
}

} // namespace gpufft::simd
