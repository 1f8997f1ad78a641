/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_vector_value.h"
#include "codegen/simd/points/emit_bins.h"
#include "codegen/text/emit_table.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "math/roots.h"
#include "plan/simd/output_permutation.h"
#include <fmt/ranges.h>

namespace gpufft::simd {

namespace {

//! Where vector q of outputs stands: the stages after the first leave digits reversed.
std::vector<std::int64_t> vector_places(const pass& p)
{
    pass later = p;
    later.stages.erase(later.stages.begin());
    return output_permutation(later);
}

} // namespace

void emit_bin_order(simd_context& c)
{
    auto& w = c.w;
    w.put(
        "// Where each vector of outputs stands after the stages, which work in place.");
    auto places = vector_places(c.p);
    for (auto& place : places)
        place = c.padding.place(place);
    emit_table(w, "order", places);
    std::vector<int> picked = { 0 };
    for (int lane = 1; lane < c.p.lanes(); ++lane)
        picked.push_back(2 * c.p.lanes() - lane);
    w.put("// Outputs M - k, M - k - 1 ..., of the vector that begins with M - k and the "
          "one "
          "below.");
    w.line("#define MIRROR(a, b) SHUFFLE(a, b, {})", fmt::join(picked, ", "));
    w.blank();
}

namespace {

//! Stores bin_re and bin_im, vector `q` of the bins, through the store expression.
void emit_vector_bins(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const char* store = output_store(c.p);
    const auto first = fmt::format("{} * q", lanes);
    if (c.p.store.expression) {
        w.put("vec stored_re = bin_re, stored_im = bin_im;");
        emit_store_values(c, { "stored_re", "stored_im" }, first, c.stored_row);
    }
    const std::string bin = c.p.store.expression ? "stored" : "bin";
    switch (c.p.store.stored) {
    case element::real:
        w.line("{}(to + {}, {}_re);", store, first, bin);
        return;
    case element::planar:
        for (const char* part : { "re", "im" })
            w.line("{0}(to_{1} + {2}, {3}_{1});", store, part, first, bin);
        return;
    case element::complex:
        w.line("{0}(to + {1} * q, LOW({2}_re, {2}_im));", store, 2 * lanes, bin);
        w.line("{0}(to + {1} * q + {2}, HIGH({3}_re, {3}_im));",
               store,
               2 * lanes,
               lanes,
               bin);
    }
}

//! Stores bin M, which is \p value.
void emit_middle_bin(simd_context& c, const std::string& value)
{
    auto& w = c.w;
    const auto middle = c.p.points();
    std::string re = value, im = c.zero();
    if (c.p.store.expression) {
        // In the last lane: buffers that neighbours are loaded from may end with it.
        const auto last = c.p.lanes() - 1;
        w.line("vec middle_re = (vec)({}), middle_im = (vec)({});", value, c.zero());
        emit_store_values(
            c, { "middle_re", "middle_im" }, std::to_string(middle - last), c.stored_row);
        re = fmt::format("middle_re.s{:x}", last);
        im = fmt::format("middle_im.s{:x}", last);
    }
    const auto put = [&](const char* pointer, std::int64_t at, const std::string& part) {
        w.put(output_scalar(c.p, pointer, std::to_string(at), part));
    };
    switch (c.p.store.stored) {
    case element::real:
        put("to", middle, re);
        return;
    case element::planar:
        put("to_re", middle, re);
        put("to_im", middle, im);
        return;
    case element::complex:
        put("to", 2 * middle, re);
        put("to", 2 * middle + 1, im);
    }
}

} // namespace

void emit_bin_store(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto vectors = c.twiddles.points;
    const char* times = c.p.store.scaled ? "scale * " : "";
    w.put("// Bins of 2 M reals, from outputs k and M - k of the core.");
    w.line("{0}const {1}* bins = ({0}const {1}*)(twiddles + {2});",
           c.d.global,
           c.real(),
           c.twiddles.bins);
    w.open(fmt::format("for (uint q = 0; q < {}; ++q)", vectors));
    w.line("const uint at = order[q], below = order[{} - q];", vectors - 1);
    w.line("const uint above = order[q ? {} - q : 0];", vectors);
    w.put("const vec z_re = re[at], z_im = im[at];");
    w.put("const vec m_re = MIRROR(re[above], re[below]);");
    w.put("const vec m_im = MIRROR(im[above], im[below]);");
    w.line("const vec h_re = LOAD(bins + {} * q);", 2 * lanes);
    w.line("const vec h_im = LOAD(bins + {} * q + {});", 2 * lanes, lanes);
    w.put("const vec even_re = z_re + m_re, even_im = z_im - m_im; // both twice");
    w.put("const vec odd_re = z_re - m_re, odd_im = z_im + m_im;");
    for (const auto& [part, turned] :
         { std::pair("re", "odd_re * h_re - odd_im * h_im"),
           std::pair("im", "odd_re * h_im + odd_im * h_re") })
        w.line("const vec bin_{0} = {1}({3} * even_{0} + ({2}));",
               part,
               times,
               turned,
               c.half());
    emit_vector_bins(c);
    w.close();
    emit_middle_bin(c, fmt::format("{}(re[0].s0 - im[0].s0)", times));
}

void emit_bin_conjugate(source_writer& w, const pass& p)
{
    const int lanes = p.lanes();
    const auto define = [&](const char* name, int last, int step) {
        std::vector<int> picked;
        for (int lane = 0; lane < lanes; ++lane)
            picked.push_back(last - step * lane);
        w.line("#define {}(a, b) SHUFFLE(a, b, {})", name, fmt::join(picked, ", "));
    };
    w.put("// Bins in reverse.");
    if (p.load.stored == element::planar) {
        define("REVERSED", lanes - 1, 1);
    } else {
        define("MIRROR_RE", 2 * lanes - 2, 2);
        define("MIRROR_IM", 2 * lanes - 1, 2);
    }
    w.blank();
}

namespace {

//! Declares the roots that rotate a tile's columns.
void emit_column_turns(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    w.line("// i w({})^-column", 2 * c.p.points());
    w.line("{0}const {1}* turns = ({0}const {1}*)(twiddles + {2}) + tile * {3};",
           c.d.global,
           c.real(),
           c.twiddles.bins,
           2 * lanes);
    w.line("const vec turn_re = LOAD(turns), turn_im = LOAD(turns + {});", lanes);
}

//! Declares z and m, the bins from \p n on and those at \p mirror and before.
void emit_conjugate_bins(simd_context& c, const std::string& n, const std::string& mirror)
{
    auto& w = c.w;
    const auto read = [&](const std::string& address) {
        return input_vector(c.p, address);
    };
    if (c.p.load.stored == element::planar) {
        for (const char* part : { "re", "im" }) {
            w.line("const vec z_{0} = {1};",
                   part,
                   read(fmt::format("from_{} + {}", part, n)));
            const auto back = read(fmt::format("from_{} + {}", part, mirror));
            w.line("const vec back_{0} = {1}, m_{0} = REVERSED(back_{0}, back_{0});",
                   part,
                   back);
        }
        return;
    }
    const auto declare = [&](const char* a, const char* b, const std::string& at) {
        const auto first = fmt::format("from + 2 * ({})", at);
        const auto second = fmt::format("{} + {}", first, c.p.lanes());
        w.line("const vec {} = {};", a, read(first));
        w.line("const vec {} = {};", b, read(second));
        return std::vector<std::string>{ first, second };
    };
    for (const auto& address : declare("a", "b", n))
        c.loaded.push_back(address);
    declare("c", "d", mirror);
    w.put("const vec z_re = EVEN(a, b), z_im = ODD(a, b);");
    w.put("const vec m_re = MIRROR_RE(c, d), m_im = MIRROR_IM(c, d);");
}

//! Declares h, the roots of a tile's columns times w(2 lanes)^-v.
void emit_turn(simd_context& c, int v)
{
    auto& w = c.w;
    const auto root = root_of_unity(v, 2 * c.p.lanes());
    if (v == 0) {
        w.put("const vec h_re = turn_re, h_im = turn_im;");
    } else if (2 * v == c.p.lanes()) {
        w.put("const vec h_re = -turn_im, h_im = turn_re;");
    } else {
        const auto re = literal(c.p, root.real()), im = literal(c.p, root.imag());
        w.line("const vec h_re = turn_re * {} - turn_im * {};", re, im);
        w.line("const vec h_im = turn_re * {} + turn_im * {};", im, re);
    }
}

//! Lane 0 of the first vector is made of bins 0 and M, real in any real row's spectrum.
void emit_real_bins(simd_context& c, const char* real, const char* imaginary)
{
    auto& w = c.w;
    const bool is_planar = c.p.load.stored == element::planar;
    const char* pointer = is_planar ? "from_re" : "from";
    const auto middle = std::to_string((is_planar ? 1 : 2) * c.p.points());
    w.open("if (column == 0)");
    w.line("const {0} first = {1}, middle = {2};",
           c.real(),
           input_scalar(c.p, pointer, "0"),
           input_scalar(c.p, pointer, middle));
    w.line("x0_{}.s0 = first + middle;", real);
    w.line("x0_{}.s0 = first - middle;", imaginary);
    w.close();
}

} // namespace

void emit_bin_loads(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    const auto apart = c.twiddles.points;
    // The inverse is a forward transform with the parts exchanged.
    const char* real = c.p.load.swap_parts ? "im" : "re";
    const char* imaginary = c.p.load.swap_parts ? "re" : "im";
    emit_column_turns(c);
    for (int v = 0; v < lanes; ++v) {
        const auto n = offset_from("column", v * apart);
        const auto mirror = c.p.points() - v * apart - lanes + 1;
        w.line("vec x{0}_re, x{0}_im;", v);
        w.open();
        emit_conjugate_bins(c, n, fmt::format("{} - column", mirror));
        emit_turn(c, v);
        w.put("const vec odd_re = z_re - m_re, odd_im = z_im + m_im;");
        w.line("x{}_{} = z_re + m_re + (odd_re * h_re - odd_im * h_im);", v, real);
        w.line("x{}_{} = z_im - m_im + (odd_re * h_im + odd_im * h_re);", v, imaginary);
        w.close();
        if (v == 0)
            emit_real_bins(c, real, imaginary);
    }
}

} // namespace gpufft::simd
