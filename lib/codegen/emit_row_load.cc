/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_rows.h"
#include "codegen/row_squares.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

//! Point \p n of the rows, number \p i of a square, times the chirp.
void emit_chirped_point(simd_context& c, int i, const std::string& n)
{
    auto& w = c.w;
    const bool swaps = c.p.load.swap_parts;
    if (numbers_of(c.p.load) == 1) {
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
    const int real = 2 * i + swaps, imaginary = 2 * i + !swaps;
    w.line("const {} chirp{} = twiddles[{}];", c.complex(), i, row_chirp(c, n));
    w.line("re[{}] = square[{}] * chirp{}.x - square[{}] * chirp{}.y;",
           n,
           real,
           i,
           imaginary,
           i);
    w.line("im[{}] = square[{}] * chirp{}.y + square[{}] * chirp{}.x;",
           n,
           real,
           i,
           imaginary,
           i);
}

//! "window[n] * " of core point \p n, or nothing; a number counts over a lane's rows.
std::string times_tap(const simd_context& c, const std::string& n)
{
    if (!c.p.load.windowed)
        return "";
    const bool is_short = c.p.columns.size > c.p.lanes;
    return fmt::format("window[{}] * ",
                       is_short ? std::to_string(std::stoll(n) % c.p.points()) : n);
}

//! Zeros up to the length of the convolution.
void emit_padding(simd_context& c)
{
    auto& w = c.w;
    w.open(fmt::format(
        "for (uint j = {}; j < {}; ++j)", c.row_points(), c.scratch_points()));
    w.line("re[j] = {};", c.zero());
    w.line("im[j] = {};", c.zero());
    w.close();
}

} // namespace

void emit_row_load(simd_context& c)
{
    auto& w = c.w;
    row_squares s;
    s.pointer = "from";
    s.numbers = numbers_of(c.p.load);
    s.number_bytes = input_number_bytes(c.p);
    s.distance = s.numbers * c.p.input_distance;
    s.elements = c.row_points();
    s.is_fetched = true;
    // The inverse is a forward transform with the parts exchanged.
    const char* real = c.p.load.swap_parts ? "im" : "re";
    const char* imaginary = c.p.load.swap_parts ? "re" : "im";
    w.put("// Squares of neighbouring elements, transposed: a lane a row.");
    // Element i of `from` becomes the point at \p place.
    const auto put_point =
        [&](const std::string& place, const std::string& times, const char* from, int i) {
            w.line("{}[{}] = {}{}[{}];", real, place, times, from, s.numbers * i);
            if (s.numbers == 1)
                w.line("{}[{}] = {};", imaginary, place, c.zero());
            else
                w.line("{}[{}] = {}{}[{}];", imaginary, place, times, from, 2 * i + 1);
        };
    const auto square = [&](const auto& address, const std::string& first) {
        w.line("vec square[{}];", c.p.lanes);
        for (int lane = 0; lane < c.p.lanes; ++lane)
            w.line("square[{}] = {};", lane, input_vector(c.p, address(lane)));
        w.put("transpose(square);");
        for (int i = 0; i < s.together(c.p.lanes); ++i) {
            const auto n = element_after(first, i);
            if (c.p.load.by == convolution::bluestein) {
                emit_chirped_point(c, i, n);
                continue;
            }
            const auto point = rotated_point(c, i, n, c.p.dimensions[0].input_rotation);
            const auto times = times_tap(c, point);
            const auto place = point_place(c, point);
            put_point(place, times, "square", i);
        }
    };
    const auto loose = [&] {
        const auto points = c.scratch_points();
        w.line("vec loose[{}] = {{ {} }};", s.numbers * points, c.zero());
        open_loose_numbers(c, s);
        w.line("(({}*)loose)[{} * v + lane] = {};",
               c.real(),
               c.p.lanes,
               input_scalar(c.p, "from[at]"));
        w.close();
        w.close();
        for (int j = 0; j < points; ++j) {
            const auto point =
                rotated_point(c, j, std::to_string(j), c.p.dimensions[0].input_rotation);
            const auto times = times_tap(c, point);
            put_point(point, times, "loose", j);
        }
    };
    emit_squares(c, s, square, loose);
    if (c.p.load.by == convolution::bluestein)
        emit_padding(c);
}

} // namespace gpufft
