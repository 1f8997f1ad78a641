/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_branches.h"
#include "codegen/simd/emit_vector_value.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/simd/transpose_blocks.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/vector_stages.h"
#include <vector>

namespace gpufft::simd {

namespace {

//! Point \p n of the rows times the chirp: number \p i of a transpose block, or of the
//! blocks of two planes.
void emit_chirped_point(simd_context& c, int i, const std::string& n)
{
    auto& w = c.w;
    const bool swaps = c.p.load.swap_parts;
    if (c.p.load.stored == element::real) {
        w.line("const {} chirp{} = twiddles[{}];", c.complex(), i, row_chirp(c, n));
        w.line("re[{}] = {}square[{}] * chirp{}.{};",
               n,
               swaps ? "-" : "",
               i,
               i,
               swaps ? "y" : "x");
        w.line("im[{}] = square[{}] * chirp{}.{};", n, i, i, swaps ? "x" : "y");
        return;
    }
    const bool is_planar = c.p.load.stored == element::planar;
    const auto part = [&](bool is_second) {
        return is_planar ? fmt::format("square_{}[{}]", is_second ? "im" : "re", i)
                         : fmt::format("square[{}]", 2 * i + is_second);
    };
    const auto real = part(swaps), imaginary = part(!swaps);
    w.line("const {} chirp{} = twiddles[{}];", c.complex(), i, row_chirp(c, n));
    w.line("re[{0}] = {1} * chirp{3}.x - {2} * chirp{3}.y;", n, real, imaginary, i);
    w.line("im[{0}] = {1} * chirp{3}.y + {2} * chirp{3}.x;", n, real, imaginary, i);
}

//! The tap of DFT point \p n; a number counts over a lane's rows.
std::string tap_of(const simd_context& c, const std::string& n)
{
    const bool is_short = c.p.columns.size > c.p.lanes();
    return is_short ? std::to_string(std::stoll(n) % c.p.points()) : n;
}

//! "window[n] * " of DFT point \p n, or nothing, where that is done by then.
std::string times_tap(const simd_context& c, const std::string& n)
{
    if (!c.p.load.windowed || c.p.load.taps_per_branch > 1)
        return "";
    return fmt::format("window[{}] * ", tap_of(c, n));
}

//! DFT point of number `f` of a row, an element of which has \p numbers.
std::string point_of_number(const simd_context& c, int numbers, std::int64_t rotation)
{
    const auto place = numbers == 1 ? "f" : fmt::format("f / {}", numbers);
    const auto length = c.p.points();
    return rotation ? fmt::format("({} + {}) % {}", place, length - rotation, length)
                    : place;
}

//! `square`, folded. \return the DFT points of its elements, from number \p first on
std::vector<std::string> emit_folded_points(simd_context& c,
                                            const block_place& from,
                                            const std::string& first,
                                            int numbers,
                                            std::int64_t rotation)
{
    std::vector<std::string> points, taps;
    for (int i = 0; i < c.p.lanes() / numbers; ++i) {
        points.push_back(rotated_point(c, i, element_after(first, i), rotation));
        taps.push_back(tap_of(c, points.back()));
    }
    emit_folded_square(
        c, [&](int lane) { return from.address(lane); }, taps, numbers);
    return points;
}

//! Zeros up to the length of the convolution.
void emit_padding(simd_context& c)
{
    auto& w = c.w;
    w.open(
        fmt::format("for (uint j = {}; j < {}; ++j)", c.row_points(), c.buffer_points()));
    w.line("re[j] = {};", c.zero());
    w.line("im[j] = {};", c.zero());
    w.close();
}

//! Transpose blocks of the numbers at \p pointer, of which an element has one for each of
//! \p parts, the arrays that they go to.
void emit_load_blocks(simd_context& c,
                      const char* pointer,
                      const std::vector<const char*>& parts)
{
    auto& w = c.w;
    transpose_blocks s;
    s.pointer = pointer;
    s.numbers = static_cast<int>(parts.size());
    s.number_bytes = input_number_bytes(c.p);
    s.distance = s.numbers * c.p.input_distance;
    s.elements = c.row_points();
    s.is_prefetched = true;
    const auto rotation = row_rotation(c, c.p.dimensions[0].input_rotation);
    // Element i of `from`, element n of its row or of a lane's short ones, is the
    // expression's.
    const auto change = [&](const char* from, int i, const std::string& n) {
        if (!c.p.load.expression)
            return;
        const auto re = fmt::format("{}[{}]", from, s.numbers * i);
        if (s.numbers == 2) {
            emit_load_values(c,
                             { re, fmt::format("{}[{}]", from, 2 * i + 1) },
                             place_in_row(c, n),
                             row_of_place(c, n));
            return;
        }
        w.line("vec imaginary{} = {};", i, c.zero());
        emit_load_values(c,
                         { re, fmt::format("imaginary{}", i) },
                         place_in_row(c, n),
                         row_of_place(c, n));
    };
    // Element i of `from` becomes the point at `place`.
    const auto put_point =
        [&](const std::string& place, const std::string& times, const char* from, int i) {
            for (int part = 0; part < s.numbers; ++part)
                w.line("{}[{}] = {}{}[{}];",
                       parts[part],
                       place,
                       times,
                       from,
                       s.numbers * i + part);
            if (c.p.load.stored == element::real)
                w.line("{}[{}] = {};",
                       c.p.load.swap_parts ? "re" : "im",
                       place,
                       c.p.load.expression ? times + fmt::format("imaginary{}", i)
                                           : c.zero());
        };
    const auto square = [&](const block_place& from, const std::string& first) {
        const int together = s.together(c.p.lanes());
        if (c.p.load.taps_per_branch > 1) {
            const auto points = emit_folded_points(c, from, first, s.numbers, rotation);
            w.put("transpose(square);");
            for (int i = 0; i < together; ++i)
                put_point(
                    point_place(c, points[static_cast<std::size_t>(i)]), "", "square", i);
            return;
        }
        w.line("vec square[{}];", c.p.lanes());
        for (int lane = 0; lane < c.p.lanes(); ++lane)
            w.line("square[{}] = {};", lane, input_vector(c.p, from.address(lane)));
        w.put("transpose(square);");
        for (int i = 0; i < together; ++i) {
            const auto n = element_after(first, i);
            if (c.p.load.by == convolution::bluestein) {
                emit_chirped_point(c, i, n);
                continue;
            }
            change("square", i, n);
            const auto point = rotated_point(c, i, n, rotation);
            put_point(point_place(c, point), times_tap(c, point), "square", i);
        }
    };
    const auto loose = [&] {
        const auto points = c.buffer_points();
        w.line("vec loose[{}] = {{ {} }};", s.numbers * points, c.zero());
        open_loose_numbers(c, s);
        const auto number =
            c.p.load.taps_per_branch > 1
                ? emit_folded_number(
                      c, pointer, point_of_number(c, s.numbers, rotation), s.numbers)
                : input_scalar(c.p, pointer, "at");
        w.line("(({}*)loose)[{} * v + lane] = {};", c.real(), c.p.lanes(), number);
        w.close();
        w.close();
        for (int j = 0; j < points; ++j) {
            change("loose", j, std::to_string(j));
            const auto point = rotated_point(c, j, std::to_string(j), rotation);
            put_point(point, times_tap(c, point), "loose", j);
        }
    };
    emit_blocks(c, s, square, loose);
}

//! Transpose blocks of both planes, whose points are multiplied by the chirp.
void emit_loaded_planes(simd_context& c)
{
    auto& w = c.w;
    transpose_blocks s;
    s.pointer = "from_re";
    s.plane = "from_im";
    s.numbers = 1;
    s.number_bytes = input_number_bytes(c.p);
    s.distance = c.p.input_distance;
    s.elements = c.row_points();
    s.is_prefetched = true;
    const auto square = [&](const block_place& from, const std::string& first) {
        for (const auto& [part, plane] :
             { std::pair("re", s.pointer), std::pair("im", s.plane) }) {
            w.line("vec square_{}[{}];", part, c.p.lanes());
            for (int lane = 0; lane < c.p.lanes(); ++lane)
                w.line("square_{}[{}] = {};",
                       part,
                       lane,
                       input_vector(c.p, from.at(lane, plane)));
            w.line("transpose(square_{});", part);
        }
        for (int i = 0; i < c.p.lanes(); ++i)
            emit_chirped_point(c, i, element_after(first, i));
    };
    emit_blocks(c, s, square, [] {}); // rows that convolve fill vectors
}

} // namespace

void emit_row_load(simd_context& c)
{
    // The inverse is a forward transform with the parts exchanged.
    const char* real = c.p.load.swap_parts ? "im" : "re";
    const char* imaginary = c.p.load.swap_parts ? "re" : "im";
    c.w.put("// Squares of neighbouring elements, transposed: a lane a row.");
    switch (c.p.load.stored) {
    case element::complex:
        emit_load_blocks(c, "from", { real, imaginary });
        break;
    case element::planar:
        if (c.p.load.by == convolution::bluestein) {
            emit_loaded_planes(c);
            break;
        }
        emit_load_blocks(c, "from_re", { real });
        emit_load_blocks(c, "from_im", { imaginary });
        break;
    case element::real:
        emit_load_blocks(c, "from", { real });
        break;
    }
    if (c.p.load.by == convolution::bluestein)
        emit_padding(c);
}

} // namespace gpufft::simd
