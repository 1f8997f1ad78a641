/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_prefetches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/points/emit_dimensions.h"
#include "codegen/simd/points/output_rows.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/index_text.h"
#include "plan/simd/nt_stores.h"
#include <algorithm>
#include <utility>

namespace gpufft::simd {

namespace {

//! Stages \p first up to \p end belong to one dimension.
struct stage_range {
    std::size_t first = 0;
    std::size_t end = 0;
};

stage_range stages_of(const pass& p, std::size_t dimension)
{
    stage_range range;
    while (range.first < p.stages.size() &&
           p.stages[range.first].dimension != static_cast<int>(dimension))
        ++range.first;
    range.end = range.first;
    while (range.end < p.stages.size() &&
           p.stages[range.end].dimension == static_cast<int>(dimension))
        ++range.end;
    return range;
}

//! Points of the dimensions from \p first up to \p end.
std::int64_t points_between(const pass& p, std::size_t first, std::size_t end)
{
    std::int64_t points = 1;
    for (std::size_t d = first; d < end; ++d)
        points *= p.dimensions[d].length;
    return points;
}

std::size_t last_dimension(const pass& p) { return p.dimensions.size() - 1; }

std::int64_t last_length(const pass& p) { return p.dimensions.back().length; }

//! The loops over the outputs of the stages of the dimension before stage \p i; says
//! which group of butterflies that is, and where its twiddles are. How many were opened.
int open_groups(simd_context& c, const stage_range& range, std::size_t i)
{
    auto& w = c.w;
    std::string group;
    int opened = 0;
    for (std::size_t j = range.first; j < i; ++j, ++opened) {
        const int radix = c.p.stages[j].radix;
        const auto k = fmt::format("k{}", j + 1 - range.first);
        w.open(fmt::format("for (uint {0} = 0; {0} < {1}; ++{0})", k, radix));
        group = group.empty() ? k : fmt::format("({}) * {} + {}", group, radix, k);
    }
    if (opened) {
        w.line("const uint butterflies = {};", group);
        w.line("{}const {}* w = twiddles + {};",
               c.d.global,
               c.complex(),
               offset_from(fmt::format("butterflies * {}", c.p.stages[i].radix - 1),
                           c.twiddles.offsets[i]));
    }
    return opened;
}

//! Declares x{v}: point \p v of a butterfly from \p re and \p im, times its twiddle.
void emit_point_of(simd_context& c,
                   const char* re,
                   const char* im,
                   int v,
                   const std::string& at,
                   bool has_twiddle)
{
    auto& w = c.w;
    const char name = has_twiddle ? 'p' : 'x';
    w.line("const vec {}{}_re = {}[{}];", name, v, re, at);
    w.line("const vec {}{}_im = {}[{}];", name, v, im, at);
    if (!has_twiddle)
        return;
    w.line("const vec x{0}_re = p{0}_re * w[{1}].x - p{0}_im * w[{1}].y;", v, v - 1);
    w.line("const vec x{0}_im = p{0}_re * w[{1}].y + p{0}_im * w[{1}].x;", v, v - 1);
}

//! Rows of the stack buffer: points of all dimensions but the last.
std::int64_t buffer_rows(const pass& p)
{
    return points_between(p, 0, last_dimension(p));
}

//! Vectors of a row of the stack buffer.
std::int64_t row_vectors(const pass& p) { return last_length(p) / p.lanes(); }

//! The loop over the vectors of a row, if there are several.
void open_columns(simd_context& c)
{
    if (row_vectors(c.p) > 1)
        c.w.open(fmt::format("for (uint column = 0; column < {}; ++column)",
                             row_vectors(c.p)));
}

void close_columns(simd_context& c)
{
    if (row_vectors(c.p) > 1)
        c.w.close();
}

bool rotates_rows(const pass& p)
{
    return std::any_of(p.dimensions.begin(),
                       p.dimensions.end() - 1,
                       [](const pass_dimension& d) { return d.input_rotation != 0; });
}

//! Where the vector of row first_row + \p rows begins in the caller's row.
std::string input_place(const pass& p, std::int64_t rows)
{
    index_sum place;
    const auto vectors = row_vectors(p);
    const auto rotation = p.dimensions.back().input_rotation / p.lanes();
    if (rotates_rows(p))
        place.add(fmt::format("input_row({})", offset_from("first_row", rows)),
                  last_length(p));
    else
        place.add("first_row", last_length(p));
    if (rotation)
        place.add(fmt::format("((column + {}) % {})", rotation, vectors), p.lanes());
    else
        place.add("column", vectors > 1 ? p.lanes() : 0);
    return rotates_rows(p) ? place.str()
                           : offset_from(place.str(), rows * last_length(p));
}

//! Stage \p i of a dimension before the last: in place, where a lane is a point of the
//! last dimension, over the rows of one column of vectors.
void emit_buffer_stage(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto dimension = static_cast<std::size_t>(c.p.stages[i].dimension);
    const auto range = stages_of(c.p, dimension);
    const int radix = c.p.stages[i].radix;
    const auto outer = points_between(c.p, 0, dimension);
    const auto inner = points_between(c.p, dimension + 1, last_dimension(c.p));
    const auto groups = c.twiddles.groups[i];
    const auto rest = c.p.dimensions[dimension].length / groups / radix * inner;
    w.line("// Dimension {}, stage {} of {}: radix {}, a lane a point of the last one.",
           dimension + 1,
           i - range.first + 1,
           range.end - range.first,
           radix);
    w.open();
    if (outer > 1)
        w.open(fmt::format("for (uint outer = 0; outer < {}; ++outer)", outer));
    const int opened = open_groups(c, range, i);
    index_sum group;
    group.add("outer", outer > 1 ? groups * radix * rest : 0);
    group.add("butterflies", opened ? radix * rest : 0);
    w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    w.line("const uint first_row = {};", group.add("rest", 1).str());
    const auto vectors = row_vectors(c.p);
    if (i == 0)
        open_columns(c);
    if (vectors > 1)
        w.line("const uint base = {} * column + first_row;", buffer_rows(c.p));
    const char* base = vectors > 1 ? "base" : "first_row";
    for (int v = 0; v < radix; ++v) {
        const auto at = offset_from(base, v * rest);
        if (i == 0)
            emit_input_points(c, v, input_place(c.p, v * rest), "");
        else
            emit_point_of(c, "re", "im", v, at, opened && v);
    }
    emit_prefetches(c);
    emit_scheduled_prefetches(c, i);
    emit_vector_codelet(c, radix);
    for (int v = 0; v < radix; ++v) {
        w.line("re[{}] = y{}_re;", offset_from(base, v * rest), v);
        w.line("im[{}] = y{}_im;", offset_from(base, v * rest), v);
    }
    if (i == 0)
        close_columns(c);
    for (int closed = 0; closed < opened + 2 + (outer > 1); ++closed)
        w.close();
}

//! Transpose blocks of rows of the stack buffer to rows in lanes.
void emit_line_load(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto vectors = row_vectors(c.p);
    w.line("// {} rows, transposed: a lane a row.", lanes);
    w.open(fmt::format("for (uint column = 0; column < {}; ++column)", vectors));
    w.line("vec square_re[{0}], square_im[{0}];", lanes);
    w.line("const uint base = {} * column + first_row;", buffer_rows(c.p));
    for (int i = 0; i < lanes; ++i) {
        for (const char* part : { "re", "im" })
            w.line("square_{0}[{1}] = {0}[{2}];", part, i, offset_from("base", i));
    }
    w.put("transpose(square_re);");
    w.put("transpose(square_im);");
    for (int i = 0; i < lanes; ++i) {
        const auto at = offset_from(fmt::format("{} * column", lanes), i);
        for (const char* part : { "re", "im" })
            w.line("line_{0}[{1}] = square_{0}[{2}];", part, at, i);
    }
    w.close();
}

//! Stage \p i of the last dimension: in place, but the last one leaves its outputs in
//! order.
void emit_line_stage(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto range = stages_of(c.p, last_dimension(c.p));
    const int radix = c.p.stages[i].radix;
    const auto points = last_length(c.p);
    const auto rest = points / c.twiddles.groups[i] / radix;
    const bool is_last = i + 1 == range.end;
    w.line("// Dimension {}, stage {} of {}: radix {}, a lane a row.",
           c.p.dimensions.size(),
           i - range.first + 1,
           range.end - range.first,
           radix);
    w.open();
    const int opened = open_groups(c, range, i);
    index_sum number;
    std::int64_t weight = 1;
    for (std::size_t j = range.first; j < i; ++j) {
        number.add(fmt::format("k{}", j + 1 - range.first), weight);
        weight *= c.p.stages[j].radix;
    }
    if (is_last)
        w.line("const uint first_k = {};", opened ? number.str() : "0");
    if (rest > 1)
        w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    index_sum base;
    base.add("butterflies", opened ? radix * rest : 0).add("rest", rest > 1 ? 1 : 0);
    w.line("const uint base = {};", opened || rest > 1 ? base.str() : "0");
    for (int v = 0; v < radix; ++v)
        emit_point_of(
            c, "line_re", "line_im", v, offset_from("base", v * rest), opened && v);
    emit_scheduled_prefetches(c, i);
    emit_vector_codelet(c, radix);
    for (int v = 0; v < radix; ++v) {
        const auto at = is_last ? offset_from("first_k", v * (points / radix))
                                : offset_from("base", v * rest);
        const char* line = is_last ? "done" : "line";
        w.line("{}_re[{}] = y{}_re;", line, at, v);
        w.line("{}_im[{}] = y{}_im;", line, at, v);
    }
    for (int closed = 0; closed < opened + 1 + (rest > 1); ++closed)
        w.close();
}

//! Text of the place in its row of output `k` and those stored with it.
std::string emit_turned_output(simd_context& c)
{
    const auto rotation = c.p.dimensions.back().output_rotation;
    if (!rotation)
        return "k";
    c.w.line("const uint turned = k < {0} ? k + {1} : k - {0};",
             last_length(c.p) - rotation,
             rotation);
    return "turned";
}

//! Rows in lanes to rows of the caller's real and of the imaginary parts.
void emit_line_planes(simd_context& c,
                      const output_rows& rows,
                      const char* real,
                      const char* imaginary)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto times = c.p.store.scaled ? "scale * " : "";
    w.open(fmt::format("for (uint k = 0; k < {}; k += {})", last_length(c.p), lanes));
    const auto k = emit_turned_output(c);
    w.line("vec square_re[{0}], square_im[{0}];", lanes);
    for (int i = 0; i < lanes; ++i) {
        const auto at = offset_from("k", i);
        w.line("square_re[{}] = {}done_{}[{}];", i, times, real, at);
        w.line("square_im[{}] = {}done_{}[{}];", i, times, imaginary, at);
    }
    w.put("transpose(square_re);");
    w.put("transpose(square_im);");
    for (int i = 0; i < lanes; ++i) {
        for (const char* part : { "re", "im" })
            w.line("{0}(to_{1} + {2} + {4}, square_{1}[{3}]);",
                   output_store(c.p),
                   part,
                   rows.place(i),
                   i,
                   k);
    }
    w.close();
}

//! Rows in lanes to rows of the caller's.
void emit_line_store(simd_context& c, const output_rows& rows)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const int together = lanes / 2; // complex values in a vector
    const auto times = c.p.store.scaled ? "scale * " : "";
    const char* real = c.p.store.swap_parts ? "im" : "re";
    const char* imaginary = c.p.store.swap_parts ? "re" : "im";
    w.put("// Transposed again: a vector holds neighbouring outputs of a row.");
    if (c.p.store.stored == element::planar) {
        emit_line_planes(c, rows, real, imaginary);
        return;
    }
    const int blocks = transposes_of_lines(c.p);
    w.open(fmt::format(
        "for (uint k = 0; k < {}; k += {})", last_length(c.p), blocks * together));
    const auto k = emit_turned_output(c);
    w.line("vec square[{}];", blocks * lanes);
    for (int i = 0; i < blocks * together; ++i) {
        const auto at = offset_from("k", i);
        w.line("square[{}] = {}done_{}[{}];", 2 * i, times, real, at);
        w.line("square[{}] = {}done_{}[{}];", 2 * i + 1, times, imaginary, at);
    }
    for (int s = 0; s < blocks; ++s)
        w.line("transpose({});", offset_from("square", s * lanes));
    emit_stores(c, [&](const char* store) {
        for (int i = 0; i < lanes; ++i)
            for (int s = 0; s < blocks; ++s)
                w.line("{}(to + {} + {}, square[{}]);",
                       store,
                       rows.place(i),
                       offset_from("2 * " + k, s * lanes),
                       s * lanes + i);
    });
    w.close();
}

} // namespace

void emit_input_rows(source_writer& w, const pass& p)
{
    if (!rotates_rows(p))
        return;
    w.put("// Where row n of the scratch comes from: dimensions are rotated.");
    w.put("static inline uint input_row(uint n)");
    w.open();
    w.put("uint row = 0;");
    std::int64_t weight = 1;
    for (auto d = last_dimension(p); d-- > 0;) {
        const auto& along = p.dimensions[d];
        w.line(
            "row += {} * ((n + {}) % {});", weight, along.input_rotation, along.length);
        w.line("n /= {};", along.length);
        weight *= along.length;
    }
    w.put("return row;");
    w.close();
    w.blank();
}

void emit_dimensions(simd_context& c)
{
    auto& w = c.w;
    const auto of_lines = stages_of(c.p, last_dimension(c.p));
    const output_rows rows(c.p);
    emit_buffer_stage(c, 0);
    if (of_lines.first > 1) {
        w.put("// A column of vectors after the other, each a run of the scratch.");
        open_columns(c);
        for (std::size_t i = 1; i < of_lines.first; ++i)
            emit_buffer_stage(c, i);
        close_columns(c);
    }
    w.open(fmt::format("for (uint first_row = 0; first_row < {}; first_row += {})",
                       buffer_rows(c.p),
                       c.p.lanes()));
    w.line("vec line_re[{0}], line_im[{0}], done_re[{0}], done_im[{0}];",
           last_length(c.p));
    rows.emit_places(w);
    emit_line_load(c);
    for (auto i = of_lines.first; i < of_lines.end; ++i)
        emit_line_stage(c, i);
    emit_line_store(c, rows);
    w.close();
}

} // namespace gpufft::simd
