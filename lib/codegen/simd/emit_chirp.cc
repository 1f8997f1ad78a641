/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_chirp.h"
#include "codegen/text/tile_origin.h"

namespace gpufft::simd {

namespace {

std::int64_t length_of(const simd_context& c) { return c.p.dimensions[0].caller_length; }

//! "tile_point + 512 * (j)": which point of the row.
std::string number(const pass& p,
                   const char* tile,
                   std::int64_t axis::*step,
                   std::int64_t apart,
                   const std::string& j)
{
    const auto within = fmt::format("{} * ({})", apart, j);
    return has_steps(p, step) ? fmt::format("{} + {}", tile, within) : within;
}

//! Declares the chirp of points n and after.
void emit_chirp_vectors(simd_context& c)
{
    c.w.line("const vec chirp_re = LOAD(chirp + 2 * n);");
    c.w.line("const vec chirp_im = LOAD(chirp + 2 * n + {});", c.p.lanes());
}

//! Declares `place`, where the row has index \p n, rotated by \p rotation.
void emit_rotated(simd_context& c, const char* n, std::int64_t rotation)
{
    if (rotation)
        c.w.line("const uint place = {0} < {1} ? {0} + {2} : {0} - {1};",
                 n,
                 length_of(c) - rotation,
                 rotation);
    else
        c.w.line("const uint place = {};", n);
}

//! Opens what is done to vectors of points n and after that are in the row in one piece.
void open_whole(simd_context& c, std::int64_t rotation)
{
    const int lanes = c.p.lanes();
    const auto length = length_of(c);
    auto is_whole = fmt::format("n + {} <= {}", lanes, length);
    if (rotation)
        is_whole += fmt::format(" && place + {} <= {}", lanes, length);
    c.w.open(fmt::format("if ({})", is_whole));
}

//! Opens what is done to vectors that the row's end or rotation cuts: to one point at a
//! time.
void open_cut(simd_context& c, std::int64_t rotation)
{
    auto& w = c.w;
    w.open("else");
    w.open(fmt::format("for (uint lane = 0; lane < {} && n + lane < {}; ++lane)",
                       c.p.lanes(),
                       length_of(c)));
    w.put("const uint point = n + lane;");
    emit_rotated(c, "point", rotation);
}

void close_cut(simd_context& c)
{
    c.w.close();
    c.w.close();
}

//! \p row, or where the elements are planar that of each part, between commas.
std::string planes_of(const io_operation& op, const std::string& row)
{
    return op.stored == element::planar ? fmt::format("{0}_re, {0}_im", row) : row;
}

bool is_folded(const simd_context& c) { return c.p.load.taps_per_branch > 1; }

//! Opens the loop over what a window folds; "" and no loop where it does not.
//! \return  what is added to places of branch 0
std::string open_folded(simd_context& c)
{
    if (!is_folded(c))
        return "";
    c.w.open(fmt::format("for (uint branch = 0; branch < {}; ++branch)",
                         c.p.load.taps_per_branch));
    return fmt::format(" + {} * branch", length_of(c));
}

void close_folded(simd_context& c)
{
    if (is_folded(c))
        c.w.close();
}

//! Parts of the vector at place, times the window's taps.
void emit_whole_load(simd_context& c)
{
    auto& w = c.w;
    const auto further = open_folded(c);
    const auto times =
        c.p.load.windowed ? fmt::format("LOAD(window + n{}) * ", further) : "";
    const char* sets = is_folded(c) ? "+=" : "=";
    if (c.p.load.stored == element::real) {
        w.line("x_re {} {}{};", sets, times, input_vector(c.p, "row + place" + further));
    } else if (c.p.load.stored == element::planar) {
        for (const char* part : { "re", "im" })
            w.line("x_{0} {1} {2}{3};",
                   part,
                   sets,
                   times,
                   input_vector(c.p, fmt::format("row_{} + place{}", part, further)));
    } else {
        const auto place =
            further.empty() ? "2 * place" : fmt::format("2 * (place{})", further);
        w.line("const vec a = {};", input_vector(c.p, "row + " + place));
        w.line("const vec b = {};",
               input_vector(c.p, fmt::format("row + {} + {}", place, c.p.lanes())));
        w.line("x_re {} {}EVEN(a, b);", sets, times);
        w.line("x_im {} {}ODD(a, b);", sets, times);
    }
    close_folded(c);
}

void emit_cut_load(simd_context& c)
{
    auto& w = c.w;
    const auto further = open_folded(c);
    const auto times =
        c.p.load.windowed ? fmt::format("window[point{}] * ", further) : "";
    const auto place = further.empty() ? "place" : fmt::format("(place{})", further);
    const auto load = [&](const char* part, const char* row, const std::string& index) {
        w.line("(({}*)&x_{})[lane] {} {}{};",
               c.real(),
               part,
               is_folded(c) ? "+=" : "=",
               times,
               input_scalar(c.p, row, index));
    };
    switch (c.p.load.stored) {
    case element::complex:
        load("re", "row", "2 * " + place);
        load("im", "row", "2 * " + place + " + 1");
        break;
    case element::planar:
        load("re", "row_re", place);
        load("im", "row_im", place);
        break;
    case element::real:
        load("re", "row", place);
        break;
    }
    close_folded(c);
}

void emit_load_function(simd_context& c)
{
    auto& w = c.w;
    const auto length = length_of(c);
    const auto rotation = c.p.dimensions[0].input_rotation;
    w.line("// Points n and after of a row of {} times the chirp, 0 beyond it.", length);
    const auto reals = fmt::format("{}const {}*", c.d.global, c.real());
    const auto row = fmt::format("{}const {}* row", c.d.global, input_number(c.p));
    w.line("static inline void load_chirped({}, {} chirp, uint n, vec* re, vec* im{})",
           planes_of(c.p.load, row),
           reals,
           c.p.load.windowed ? ", " + reals + " window" : "");
    w.open();
    w.line("*re = {};", c.zero());
    w.line("*im = {};", c.zero());
    w.line("if (n >= {})", length);
    w.put("    return;");
    emit_chirp_vectors(c);
    w.line("vec x_re = {0}, x_im = {0};", c.zero());
    w.open();
    emit_rotated(c, "n", rotation);
    open_whole(c, rotation);
    emit_whole_load(c);
    w.close();
    open_cut(c, rotation);
    emit_cut_load(c);
    close_cut(c);
    w.close();
    const char* real = c.p.load.swap_parts ? "x_im" : "x_re";
    const char* imaginary = c.p.load.swap_parts ? "x_re" : "x_im";
    w.line("*re = {} * chirp_re - {} * chirp_im;", real, imaginary);
    w.line("*im = {} * chirp_im + {} * chirp_re;", real, imaginary);
    w.close();
    w.blank();
}

void emit_store_function(simd_context& c)
{
    auto& w = c.w;
    const auto length = length_of(c);
    const auto rotation = c.p.dimensions[0].output_rotation;
    w.line("// Stores outputs n and after of a row of {} times the chirp.", length);
    const auto row = fmt::format("{}{}* row", c.d.global, output_number(c.p));
    w.line("static inline void store_chirped({}, {}const {}* chirp, "
           "uint n, vec x_re, vec x_im{})",
           planes_of(c.p.store, row),
           c.d.global,
           c.real(),
           c.p.store.scaled ? fmt::format(", {} scale", c.real()) : "");
    w.open();
    w.line("if (n >= {})", length);
    w.put("    return;");
    emit_chirp_vectors(c);
    const char* scaled = c.p.store.scaled ? "scale * " : "";
    w.line("const vec re = {}(x_re * chirp_re - x_im * chirp_im);", scaled);
    w.line("const vec im = {}(x_re * chirp_im + x_im * chirp_re);", scaled);
    const char* real = c.p.store.swap_parts ? "im" : "re";
    const char* imaginary = c.p.store.swap_parts ? "re" : "im";
    emit_rotated(c, "n", rotation);
    open_whole(c, rotation);
    const char* store = output_store(c.p);
    const bool is_planar = c.p.store.stored == element::planar;
    if (is_planar) {
        w.line("{}(row_re + place, {});", store, real);
        w.line("{}(row_im + place, {});", store, imaginary);
    } else {
        w.line("{}(row + 2 * place, LOW({}, {}));", store, real, imaginary);
        w.line("{}(row + 2 * place + {}, HIGH({}, {}));",
               store,
               c.p.lanes(),
               real,
               imaginary);
    }
    w.close();
    open_cut(c, rotation);
    const auto put = [&](const char* row, const char* index, const char* part) {
        w.put(output_scalar(
            c.p, row, index, fmt::format("((const {}*)&{})[lane]", c.real(), part)));
    };
    put(is_planar ? "row_re" : "row", is_planar ? "place" : "2 * place", real);
    put(is_planar ? "row_im" : "row", is_planar ? "place" : "2 * place + 1", imaginary);
    close_cut(c);
    w.close();
    w.blank();
}

//! Text of a pointer to the chirp's vectors in the table of the pass.
std::string chirp_vectors(const simd_context& c)
{
    return fmt::format(
        "({}const {}*)twiddles + {}", c.d.global, c.real(), 2 * c.twiddles.chirp);
}

} // namespace

void emit_chirp_functions(simd_context& c)
{
    if (c.p.load.by == convolution::bluestein)
        emit_load_function(c);
    if (c.p.store.by == convolution::bluestein)
        emit_store_function(c);
}

void emit_chirp_load(simd_context& c, int v, const std::string& j)
{
    const auto row = c.p.load.stored == element::planar
                         ? std::string("from_re + tile_in, from_im + tile_in")
                         : fmt::format("from + {} * tile_in", numbers_of(c.p.load));
    c.w.line("vec x{0}_re, x{0}_im;", v);
    c.w.line(
        "load_chirped({1}, {2}, {3}, &x{0}_re, &x{0}_im{4});",
        v,
        row,
        chirp_vectors(c),
        number(c.p, "tile_point", &axis::input_step, c.p.dimensions[0].input_step, j),
        c.p.load.windowed ? ", window" : "");
}

void emit_chirp_store(simd_context& c, int v, const std::string& k)
{
    const char* row = c.p.store.stored == element::planar
                          ? "to_re + tile_out, to_im + tile_out"
                          : "to + 2 * tile_out";
    // Several passes back to the caller are an inverse, on exchanged parts.
    c.w.line(
        "store_chirped({1}, {2}, {3}, y{0}_im, y{0}_re{4});",
        v,
        row,
        chirp_vectors(c),
        number(c.p, "tile_output", &axis::output_step, c.p.dimensions[0].output_step, k),
        c.p.store.scaled ? ", scale" : "");
}

} // namespace gpufft::simd
