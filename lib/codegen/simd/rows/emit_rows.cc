/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_prefetches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/emit_table.h"
#include "codegen/text/index_text.h"
#include "plan/simd/output_permutation.h"
#include <vector>

namespace gpufft::simd {

namespace {

void emit_places(simd_context& c,
                 const char* comment,
                 const char* name,
                 const std::vector<std::int64_t>& places)
{
    c.w.line("// {}", comment);
    emit_table(c.w, name, places);
}

//! Text of the place of vector \p n.
std::string padded_text(const simd_context& c, const std::string& n)
{
    if (!c.padding.block)
        return n;
    return fmt::format("({0}) + ({0}) / {1} * {2}", n, c.padding.block, c.padding.spare);
}

//! \p places in the order in which the caller's memory has \p points.
std::vector<std::int64_t> places_of(const simd_context& c,
                                    const std::vector<std::int64_t>& points,
                                    const std::vector<std::int64_t>& places)
{
    std::vector<std::int64_t> found;
    for (const auto point : points)
        found.push_back(c.padding.place(places[point]));
    return found;
}

} // namespace

void emit_row_order(simd_context& c)
{
    if (!has_points_in_order(c.p))
        emit_places(c,
                    rotates_places(c.p, &pass_dimension::input_rotation)
                        ? "Where the points as they lie are put."
                        : "Where point n is put before the stages.",
                    "places",
                    places_of(c, loaded_points(c.p), point_places(c.p)));
    if (has_outputs_in_order(c.p))
        return;
    emit_places(c,
                rotates_places(c.p, &pass_dimension::output_rotation)
                    ? "Where the outputs stand that are stored one after the other."
                    : "Where output k stands after the stages, which work in place.",
                "order",
                places_of(c, stored_outputs(c.p), output_permutation(c.p)));
}

std::string point_place(const simd_context& c, const std::string& n)
{
    return has_points_in_order(c.p) ? padded_text(c, n) : fmt::format("places[{}]", n);
}

std::string row_place(const simd_context& c, const std::string& k)
{
    return has_outputs_in_order(c.p) ? padded_text(c, k) : fmt::format("order[{}]", k);
}

std::string row_chirp(const simd_context& c, const std::string& n)
{
    return offset_from(n, c.twiddles.chirp);
}

void open_row_share(simd_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    const auto wide = c.d.wide_unsigned;
    w.line("const uint group = {};", c.d.group);
    w.line("const uint groups = {};", c.d.group_count);
    w.line("const {0} tiles = (({0})rows + {1}) / {2};",
           wide,
           p.columns.size - 1,
           p.columns.size);
    w.put("const uint first_tile = (uint)(tiles * group / groups);");
    w.put("const uint end_tile = (uint)(tiles * (group + 1) / groups);");
    w.open("for (uint number = first_tile; number < end_tile; ++number)");
    w.line("const uint row = number * {};", p.columns.size);
    w.line("const uint present = min(rows - row, (uint){});", p.columns.size);
    emit_row_pointers(c);
    if (c.prefetches.distance)
        emit_prefetch(c);
    emit_streams(c, "to");
    w.blank();
}

void emit_row_codelets(simd_context& c)
{
    auto& w = c.w;
    const int radix = c.p.stages[0].radix;
    w.line("// The only stage: radix {}, a lane a {}.",
           radix,
           c.p.lanes_are_rows() ? "row" : "column");
    for (std::int64_t at = 0; at < c.buffer_points(); at += row_slots(c.p)) {
        w.open();
        for (int v = 0; v < radix; ++v) {
            w.line("const vec x{}_re = re[{}];", v, at + v);
            w.line("const vec x{}_im = im[{}];", v, at + v);
        }
        emit_vector_codelet(c, radix);
        for (int v = 0; v < radix; ++v) {
            w.line("re[{}] = y{}_re;", at + v, v);
            w.line("im[{}] = y{}_im;", at + v, v);
        }
        w.close();
    }
}

} // namespace gpufft::simd
