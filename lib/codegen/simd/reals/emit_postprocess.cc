/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/row_slots.h"
#include "codegen/text/literal.h"
#include <cmath>

namespace gpufft::simd {

namespace {

using kind = transform_kind;

//! Declares \p z, the slot at \p at.
void declare_postprocess_slot(const row_slots_text& s,
                              const char* z,
                              const std::string& at)
{
    s.c.w.line("const vec {}_re = {}[{}];", z, s.real(), at);
    s.c.w.line("const vec {}_im = {}[{}];", z, s.imaginary(), at);
}

void declare_postprocess_factor(const row_slots_text& s,
                                const char* name,
                                const std::string& value)
{
    s.c.w.line("const {} {} = {};", complex_type(s.c.p), name, value);
}

void put_real(const row_slots_text& s, const std::string& at, const std::string& value)
{
    s.c.w.line("{}[{}] = {};", s.real(), at, value);
}

void put_imaginary(const row_slots_text& s,
                   const std::string& at,
                   const std::string& value)
{
    s.c.w.line("{}[{}] = {};", s.imaginary(), at, value);
}

//! Declares `bin` and `mirror`, bins k and M - k of a row of 2 M reals, from the inner
//! DFT's outputs at a pair of slots.
void declare_bins(const row_slots_text& s, const row_slots_text::body_texts& t)
{
    auto& w = s.c.w;
    const auto half = literal(s.c.p, 0.5);
    declare_postprocess_factor(s, "h", t.factor(0));
    declare_postprocess_slot(s, "z", t.at);
    declare_postprocess_slot(s, "m", t.conjugate);
    w.put("const vec even_re = z_re + m_re, even_im = z_im - m_im; // both twice");
    w.put("const vec odd_re = z_re - m_re, odd_im = z_im + m_im;");
    w.put("const vec turned_re = odd_re * h.x - odd_im * h.y;");
    w.put("const vec turned_im = odd_re * h.y + odd_im * h.x;");
    w.line("const vec bin_re = {} * even_re + turned_re;", half);
    w.line("const vec bin_im = {} * even_im + turned_im;", half);
    w.line("const vec mirror_re = {} * even_re - turned_re;", half);
    w.line("const vec mirror_im = turned_im - {} * even_im;", half);
}

//! "z_re * g.x - z_im * g.y"
std::string real_product(const char* z, const char* g)
{
    return fmt::format("{0}_re * {1}.x - {0}_im * {1}.y", z, g);
}

//! The imaginary part of a product, its sign changed.
std::string negative_product(const char* z, const char* g)
{
    return fmt::format("-({0}_re * {1}.y + {0}_im * {1}.x)", z, g);
}

//! Bin 0 and the one of the middle of the spectrum: the sum and the difference of the
//! parts of slot 0, times \p weights.
void emit_real_bins(const row_slots_text& s, double sum_weight, double difference_weight)
{
    auto& w = s.c.w;
    const auto& p = s.c.p;
    const auto times = [&](double weight, const char* value) {
        return weight == 1 ? std::string(value)
                           : fmt::format("{} * ({})", literal(p, weight), value);
    };
    w.open();
    declare_postprocess_slot(s, "z", s.at(0));
    put_real(s, s.at(0), times(sum_weight, "z_re + z_im"));
    const auto difference = times(difference_weight, "z_re - z_im");
    if (p.store.kind == kind::r2c) {
        const auto above = std::to_string(s.first + p.points());
        put_imaginary(s, s.at(0), "0");
        put_real(s, above, difference);
        put_imaginary(s, above, "0");
    } else {
        put_imaginary(s, s.at(0), difference);
    }
    w.close();
}

void emit_stored_bins(const row_slots_text& s)
{
    const auto dft = s.c.p.points();
    s.c.w.put(
        "// Bins k and M - k of a row of 2 M reals, where outputs k and M - k were.");
    emit_real_bins(s, 1, 1);
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_bins(s, t);
        put_real(s, t.at, "bin_re");
        put_imaginary(s, t.at, "bin_im");
        put_real(s, t.conjugate, "mirror_re");
        put_imaginary(s, t.conjugate, "mirror_im");
    });
}

void emit_dct2(const row_slots_text& s)
{
    auto& w = s.c.w;
    const auto dft = s.c.p.points();
    w.put(
        "// Points k and N - k of a dct in the slot of output k, those of M - k in its.");
    emit_real_bins(s, s.c.p.store.orthogonalize ? std::sqrt(2.0) : 2, std::sqrt(2.0));
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_bins(s, t);
        declare_postprocess_factor(s, "g", t.factor(1));
        declare_postprocess_factor(s, "o", t.factor(2));
        put_real(s, t.at, real_product("bin", "g"));
        put_imaginary(s, t.at, negative_product("bin", "g"));
        put_real(s, t.conjugate, real_product("mirror", "o"));
        put_imaginary(s, t.conjugate, negative_product("mirror", "o"));
    });
}

void emit_type_1(const row_slots_text& s)
{
    const auto dft = s.c.p.points();
    const bool is_sine = s.c.p.store.kind == kind::dst1;
    s.c.w.put("// Points k and M - k of a row of 2 M that mirrors itself.");
    if (!is_sine) {
        const double weight = s.c.p.store.orthogonalize ? std::sqrt(0.5) : 1;
        emit_real_bins(s, weight, weight);
    }
    s.each(1, dft / 2, dft, [&](const auto& t) {
        declare_bins(s, t);
        put_real(s, t.at, is_sine ? "-bin_im" : "bin_re");
        put_real(s, t.conjugate, is_sine ? "-mirror_im" : "mirror_re");
    });
}

void emit_turned(const row_slots_text& s)
{
    const auto dft = s.c.p.points();
    s.c.w.put("// A turn each; what stays is the real part, or both of two points.");
    s.each(0, dft - 1, dft - 1, [&](const auto& t) {
        declare_postprocess_factor(s, "g", t.factor(0));
        declare_postprocess_slot(s, "z", t.at);
        put_real(s, t.at, real_product("z", "g"));
        if (s.c.p.store.is_half)
            put_imaginary(s, t.at, negative_product("z", "g"));
    });
}

void emit_stored_row(const row_slots_text& s)
{
    const auto& store = s.c.p.store;
    switch (store.kind) {
    case kind::r2c:
        if (store.is_half)
            emit_stored_bins(s);
        break;
    case kind::dct1:
    case kind::dst1:
        emit_type_1(s);
        break;
    case kind::dct2:
    case kind::dst2:
        if (store.is_half)
            emit_dct2(s);
        else
            emit_turned(s);
        break;
    case kind::dct4:
    case kind::dst4:
        emit_turned(s);
        break;
    default:
        break;
    }
}

} // namespace

void emit_postprocess(simd_context& c) { each_row_of_a_lane(c, true, emit_stored_row); }

} // namespace gpufft::simd
