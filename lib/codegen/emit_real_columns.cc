/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_real_columns.h"
#include "codegen/index_text.h"
#include "codegen/real_end.h"
#include "codegen/row_slots.h"
#include <functional>

namespace gpufft {

namespace {

//! What is done to the real that `vector` is the address of, and `place` its place.
using vector_body = std::function<void(
    const std::string& vector, const std::string& place, const std::string& sign)>;

//! \p made for each real of a column at an end, which are \p stride apart from \p first.
void emit_each_real(simd_context& c,
                    const real_end& end,
                    const char* first,
                    std::int64_t stride,
                    const vector_body& made)
{
    auto& w = c.w;
    if (is_written_out(c.p)) {
        for (std::int64_t n = 0; n < end.count(); ++n)
            made(offset_from(first, n * stride),
                 end.written_out(n),
                 end.sign(std::to_string(n), 0));
        return;
    }
    w.open(fmt::format("for (uint n = 0; n < {}; ++n)", end.count()));
    if (end.alternates)
        w.line("const {} sign = n % 2 ? -1 : 1;", real_type(c.p));
    made(fmt::format("{} + n * {}", first, stride),
         end.has_table() ? fmt::format("scratch[{}[n]]", end.table)
                         : fmt::format("scratch[n / 2 + n % 2 * {}]", row_slots(c.p)),
         end.alternates ? "sign * " : "");
    w.close();
}

//! Once for full tiles, \p is_full, and where there are others once for those.
void emit_full_or_not(simd_context& c, const std::function<void(bool is_full)>& emit)
{
    auto& w = c.w;
    const auto extent = c.p.column_extent;
    if (extent > c.p.lanes) {
        w.open(fmt::format("if (present == {})", c.p.lanes));
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
    if (!c.p.column_extent)
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

void emit_real_column_load(simd_context& c)
{
    auto& w = c.w;
    const auto end = real_end::input(c).front();
    if (c.p.column_extent > c.p.lanes)
        w.line("const uint present = min({} - column_tile * {}, (uint){});",
               c.p.column_extent,
               c.p.lanes,
               c.p.lanes);
    else if (c.p.column_extent)
        w.line("const uint present = {};", c.p.column_extent);
    w.put("// Neighbouring columns: a lane each.");
    emit_full_or_not(c, [&](bool is_full) {
        emit_each_real(
            c,
            end,
            "from + tile_in",
            c.p.dimensions[0].input_stride,
            [&](const auto& vector, const auto& place, const auto& sign) {
                if (is_full)
                    w.line("{} = {}{};", place, sign, input_vector(c.p, vector));
                else
                    w.line("{} = {}load_some({}, present);", place, sign, vector);
            });
    });
}

void emit_real_column_store(simd_context& c)
{
    auto& w = c.w;
    const auto end = real_end::output(c).front();
    const char* times = c.p.store.scaled ? "scale * " : "";
    emit_full_or_not(c, [&](bool is_full) {
        emit_each_real(c,
                       end,
                       "to + tile_out",
                       c.p.dimensions[0].output_stride,
                       [&](const auto& vector, const auto& place, const auto& sign) {
                           const auto made = sign + times + place;
                           if (is_full)
                               w.line("{}({}, {});", output_store(c.p), vector, made);
                           else
                               w.line("store_some({}, {}, present);", vector, made);
                       });
    });
}

} // namespace gpufft
