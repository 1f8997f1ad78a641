/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/row_slots.h"
#include "codegen/text/literal.h"
#include <cmath>

namespace gpufft::simd {

namespace {

using kind = transform_kind;

void declare_preprocess_slot(const row_slots_text& s,
                             const char* z,
                             const std::string& at)
{
    s.c.w.line("const vec {}_re = {}[{}];", z, s.real(), at);
    s.c.w.line("const vec {}_im = {}[{}];", z, s.imaginary(), at);
}

void put_slot(const row_slots_text& s,
              const std::string& at,
              const std::string& real,
              const std::string& imaginary)
{
    s.c.w.line("{}[{}] = {};", s.real(), at, real);
    s.c.w.line("{}[{}] = {};", s.imaginary(), at, imaginary);
}

void declare_preprocess_factor(const row_slots_text& s,
                               const char* name,
                               const std::string& value)
{
    s.c.w.line("const {} {} = {};", complex_type(s.c.p), name, value);
}

//! Points k and M - k of the inner DFT, from bins `x` and `y` that stand there.
void emit_points(const row_slots_text& s, const row_slots_text::body_texts& t)
{
    auto& w = s.c.w;
    w.put("const vec even_re = x_re + y_re, even_im = x_im - y_im;");
    w.put("const vec odd_re = x_re - y_re, odd_im = x_im + y_im;");
    w.put("const vec turned_re = odd_re * h.x - odd_im * h.y;");
    w.put("const vec turned_im = odd_re * h.y + odd_im * h.x;");
    put_slot(s, t.at, "even_re + turned_re", "even_im + turned_im");
    put_slot(s, t.conjugate, "even_re - turned_re", "turned_im - even_im");
}

//! Slot 0 from bin 0 and the one of the middle of the spectrum, `x` and `y`.
void emit_first_point(const row_slots_text& s) { put_slot(s, s.at(0), "x + y", "x - y"); }

void emit_loaded_bins(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto dft = s.c.p.points();
    w.put("// Points k and M - k of the core from bins k and M - k of 2 M reals.");
    w.open();
    w.line("const vec x = {}[{}], y = {}[{}]; // real in any real row's spectrum",
           s.real(),
           s.at(0),
           s.real(),
           s.first + dft);
    emit_first_point(s);
    w.close();
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_preprocess_factor(s, "h", t.factor(0));
        declare_preprocess_slot(s, "x", t.at);
        declare_preprocess_slot(s, "y", t.conjugate);
        emit_points(s, t);
    });
}

void emit_conjugate_bins(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto dft = s.c.p.points();
    w.put("// Bins that mirror those that are there.");
    w.line("{}[{}] = 0;", s.imaginary(), s.at(0));
    s.each(1, (dft - 1) / 2, dft, [&](const auto& t) {
        w.line("{0}[{1}] = {0}[{2}];", s.real(), t.conjugate, t.at);
        w.line("{0}[{1}] = -{0}[{2}];", s.imaginary(), t.conjugate, t.at);
    });
}

//! Declares bin \p name of V, of the points of a dct3 in slot \p at, times factor
//! \p factor.
void declare_dct3_bin(const row_slots_text& s, const char* name, const char* factor)
{
    // conj w (a - i b) of a slot that holds a and b
    s.c.w.line("const vec {0}_re = {0}_a * {1}.x + {0}_b * {1}.y;", name, factor);
    s.c.w.line("const vec {0}_im = {0}_a * {1}.y - {0}_b * {1}.x;", name, factor);
}

void emit_half_dct3(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto& p = s.c.p;
    const auto dft = p.points();
    const auto root_2 = literal(p, std::sqrt(2.0));
    w.put("// Points k and M - k of the core, from points k, N - k, M - k, M + k of a "
          "dct.");
    w.open();
    w.line("const vec x = {}{}[{}], y = {} * {}[{}];",
           p.load.orthogonalize ? root_2 + " * " : "",
           s.real(),
           s.at(0),
           root_2,
           s.imaginary(),
           s.at(0));
    emit_first_point(s);
    w.close();
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_preprocess_factor(s, "h", t.factor(0));
        declare_preprocess_factor(s, "g", t.factor(1));
        declare_preprocess_factor(s, "o", t.factor(2));
        w.line(
            "const vec x_a = {}[{}], x_b = {}[{}];", s.real(), t.at, s.imaginary(), t.at);
        w.line("const vec y_a = {}[{}], y_b = {}[{}];",
               s.real(),
               t.conjugate,
               s.imaginary(),
               t.conjugate);
        declare_dct3_bin(s, "x", "g");
        declare_dct3_bin(s, "y", "o");
        emit_points(s, t);
    });
}

void emit_odd_dct3(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto& p = s.c.p;
    const auto dft = p.points();
    w.put("// Bins k and N - k from points k and N - k of a dct.");
    if (p.load.orthogonalize)
        w.line("{}[{}] *= {};", s.real(), s.at(0), literal(p, std::sqrt(2.0)));
    w.line("{}[{}] = 0;", s.imaginary(), s.at(0));
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_preprocess_factor(s, "g", t.factor(0));
        declare_preprocess_factor(s, "o", t.factor(1));
        w.line("const vec x_a = {0}[{1}], x_b = {0}[{2}];", s.real(), t.at, t.conjugate);
        w.put("const vec y_a = x_b, y_b = x_a;");
        declare_dct3_bin(s, "x", "g");
        declare_dct3_bin(s, "y", "o");
        put_slot(s, t.at, "x_re", "x_im");
        put_slot(s, t.conjugate, "y_re", "y_im");
    });
}

void emit_dct4(const row_slots_text& s)
{
    const auto dft = s.c.p.points();
    auto& w = s.c.w;
    w.put("// A turn each.");
    s.each(0, dft - 1, dft - 1, [&](const auto& t) {
        declare_preprocess_factor(s, "g", t.factor(0));
        if (!s.c.p.load.is_half) {
            put_slot(s, t.at, fmt::format("g.x * {}[{}]", s.real(), t.at), "0");
            return;
        }
        declare_preprocess_slot(s, "x", t.at);
        put_slot(s, t.at, "x_re * g.x - x_im * g.y", "x_re * g.y + x_im * g.x");
    });
}

//! Type 1: the row goes on in reverse, and there are two of its points to a slot.
void emit_extension(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto& p = s.c.p;
    const auto dft = p.points();
    const bool is_sine = p.load.kind == kind::dst1;
    const char* parts[] = { s.real(), s.imaginary() };
    const auto middle = fmt::format("{}[{}]", parts[dft % 2], s.at(dft / 2));
    w.put("// Points that mirror those that are there.");
    if (is_sine) {
        w.line("{}[{}] = 0;", s.real(), s.at(0));
        w.line("{} = 0;", middle);
    } else if (p.load.orthogonalize) {
        const auto root_2 = literal(p, std::sqrt(2.0));
        w.line("{}[{}] *= {};", s.real(), s.at(0), root_2);
        w.line("{} *= {};", middle, root_2);
    }
    const char* sign = is_sine ? "-" : "";
    for (const int odd : { 0, 1 }) {
        // Point m = 2 n + odd below the DFT's length, and its image 2 dft - m.
        s.each(1 - odd, (dft - 1 - odd) / 2, dft - odd, [&](const auto& t) {
            w.line("{0}[{1}] = {3}{0}[{2}];", parts[odd], t.conjugate, t.at, sign);
        });
    }
}

//! Reals, one to a point.
void emit_no_imaginary_parts(const row_slots_text& s)
{
    const auto dft = s.c.p.points();
    s.each(0, dft - 1, dft - 1, [&](const auto& t) {
        s.c.w.line("{}[{}] = 0;", s.imaginary(), t.at);
    });
}

void emit_loaded_row(const row_slots_text& s)
{
    const auto& load = s.c.p.load;
    switch (load.kind) {
    case kind::c2r:
        if (load.is_half)
            emit_loaded_bins(s);
        else
            emit_conjugate_bins(s);
        break;
    case kind::dct1:
    case kind::dst1:
        emit_extension(s);
        break;
    case kind::dct3:
    case kind::dst3:
        if (load.is_half)
            emit_half_dct3(s);
        else
            emit_odd_dct3(s);
        break;
    case kind::dct4:
    case kind::dst4:
        emit_dct4(s);
        break;
    default:
        if (load.stored == element::real && !load.is_half)
            emit_no_imaginary_parts(s);
        break;
    }
}

} // namespace

void emit_preprocess(simd_context& c) { each_row_of_a_lane(c, false, emit_loaded_row); }

} // namespace gpufft::simd
