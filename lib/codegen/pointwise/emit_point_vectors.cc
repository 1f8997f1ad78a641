/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/pointwise/emit_point_vectors.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "math/roots.h"
#include "plan/simt/io_tables.h"
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft {

namespace {

using kind = transform_kind;

//! Where a dst has the reals that a dct counts: backwards, and every other one negative.
bool is_sine(const io_operation& e)
{
    return e.kind == kind::dst2 || e.kind == kind::dst3 || e.kind == kind::dst4;
}

class point_vectors
{
public:
    explicit point_vectors(simt::simt_context& context)
        : c(context),
          w(context.w),
          p(context.p),
          d_lanes(p.lanes()),
          d_core(p.columns.size),
          d_length(p.dimensions[0].caller_length)
    {
    }

    void emit()
    {
        if (has_single_points(p))
            emit_first();
        if (p.store.needs_pairs())
            emit_pair_store();
        else if (p.load.kind == kind::c2c)
            emit_store();
        else
            emit_load();
    }

private:
    simt::simt_context& c;
    source_writer& w;
    const pass& p;
    int d_lanes;
    std::int64_t d_core;   // M
    std::int64_t d_length; // N

    //! Numbers of the row from \p index on.
    std::string input(const std::string& index) const
    {
        const auto first = line("from", &axis::input_weight);
        if (p.load.stored == element::real)
            return fmt::format("{} + {}", first, index);
        return fmt::format(
            "({}const {}*)({}) + {}", c.d.global, input_number(p), first, index);
    }

    std::string output(const std::string& index) const
    {
        const auto first = line("to", &axis::output_weight);
        if (p.store.stored == element::real)
            return fmt::format("{} + {}", first, index);
        return fmt::format(
            "({}{}*)({}) + {}", c.d.global, output_number(p), first, index);
    }

    std::string line(const char* pointer, std::int64_t axis::*weight) const
    {
        const auto first = line_text(p, weight);
        return first == "0" ? pointer : fmt::format("{} + {}", pointer, first);
    }

    std::string load(const std::string& index) const
    {
        return input_vector(p, input(index));
    }

    void store(const std::string& index, const std::string& value)
    {
        w.line("{}({}, {});", output_store(p), output(index), value);
    }

    //! Two vectors from \p index on, their names beginning with \p name.
    void declare_two(const char* name, const std::string& index)
    {
        w.line("const vec {}_a = {};", name, load(index));
        w.line("const vec {}_b = {};", name, load(offset_from(index, d_lanes)));
    }

    //! Interleaved numbers from \p index on as two vectors.
    void declare_parts(const char* name, const std::string& index)
    {
        declare_two(name, index);
        w.line("const vec {0}_re = EVEN({0}_a, {0}_b), {0}_im = ODD({0}_a, {0}_b);",
               name);
    }

    //! Interleaved numbers from \p first on as two vectors, their lanes in reverse order.
    void declare_mirror(const char* name, const std::string& first)
    {
        declare_two(name, first);
        w.line("const vec {0}_re = MIRROR_RE({0}_a, {0}_b), {0}_im = MIRROR_IM({0}_a, "
               "{0}_b);",
               name);
    }

    //! Reals n and after of a dct, \p n being `offset + k`.
    std::string rising(std::int64_t offset) const
    {
        if (!is_sine(p.load))
            return load(offset_from("k", offset));
        return reversed(load(fmt::format("{} - k", d_length - d_lanes - offset)));
    }

    //! Reals n and before, \p n being `offset - k`.
    std::string falling(std::int64_t offset) const
    {
        if (is_sine(p.load))
            return load(offset_from("k", d_length - 1 - offset));
        return reversed(load(fmt::format("{} - k", offset - d_lanes + 1)));
    }

    static std::string reversed(const std::string& vector)
    {
        return fmt::format("REVERSED({0})", vector);
    }

    //! The vectors \p name, roots k and after of \p function.
    void declare_roots(const char* name, const std::string& function)
    {
        const auto& all = c.twiddles.io.functions;
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) {
            return one.function == function;
        });
        const auto& roots = found->tables;
        const bool is_direct = roots.is_direct();
        const auto fine = is_direct ? "k" : fmt::format("k % {}", roots.fine);
        const auto fine_name = is_direct ? name : std::string(name) + "_fine";
        for (const auto& [part, behind] : { std::pair('a', 0), std::pair('b', d_lanes) })
            w.line("const vec {}_{} = LOAD(({}const {}*)(twiddles + {}) + {});",
                   fine_name,
                   part,
                   c.d.global,
                   c.real(),
                   offset_from(fine, roots.fine_offset),
                   behind);
        w.line("const vec {0}_re = EVEN({0}_a, {0}_b), {0}_im = ODD({0}_a, {0}_b);",
               fine_name);
        if (is_direct)
            return;
        w.line("const {} {}_coarse = twiddles[{}];",
               c.complex(),
               name,
               offset_from(fmt::format("k / {}", roots.fine), roots.coarse_offset));
        declare_product(name,
                        fine_name,
                        fmt::format("{}_coarse.x", name),
                        fmt::format("{}_coarse.y", name));
    }

    //! \p name = \p of * (\p re + i \p im)
    void declare_product(const std::string& name,
                         const std::string& of,
                         const std::string& re,
                         const std::string& im)
    {
        w.line("const vec {0}_re = {1}_re * {2} - {1}_im * {3};", name, of, re, im);
        w.line("const vec {0}_im = {1}_re * {3} + {1}_im * {2};", name, of, re, im);
    }

    //! DFT points from `x`, through the load operation's exchange of parts.
    void store_points(const char* x)
    {
        const char* parts[] = { "re", "im" };
        const bool swaps = p.load.swap_parts;
        for (const auto& [shuffle, behind] :
             { std::pair("LOW", 0), std::pair("HIGH", d_lanes) })
            store(offset_from("2 * k", behind),
                  fmt::format(
                      "{0}({1}_{2}, {1}_{3})", shuffle, x, parts[swaps], parts[!swaps]));
    }

    void emit_load()
    {
        switch (p.load.kind) {
        case kind::c2r:
            emit_bins();
            break;
        case kind::dct2:
        case kind::dst2:
            emit_shuffled_load();
            break;
        case kind::dct3:
        case kind::dst3:
            emit_dct3_bins();
            break;
        default:
            emit_dct4_load();
            break;
        }
    }

    void emit_store()
    {
        if (p.store.kind == kind::dct4 || p.store.kind == kind::dst4)
            emit_dct4_store();
        else
            emit_shuffled_store();
    }

    //! Takes the first vector point by point.
    void emit_first()
    {
        w.open("if (k == 0)");
        w.open(fmt::format("for (uint point = 0; point < {}; ++point)", d_lanes));
        w.open();
        emit_single_point(c, "point");
        w.close();
        w.close();
        w.put("return;");
        w.close();
    }

    //! Points of the inner DFT from bins `x` of 2 M reals and their conjugate bins `y`.
    void emit_points_of_bins()
    {
        declare_roots("w", root_function(d_length));
        w.put("const vec odd_re = x_re - y_re, odd_im = x_im + y_im;");
        w.put("// i conj w odd");
        w.put("const vec z_re = x_re + y_re - (odd_im * w_re - odd_re * w_im);");
        w.put("const vec z_im = x_im - y_im + (odd_re * w_re + odd_im * w_im);");
        store_points("z");
    }

    void emit_bins()
    {
        declare_parts("x", "2 * k");
        declare_mirror("y", fmt::format("2 * ({} - k)", d_core - d_lanes + 1));
        emit_points_of_bins();
    }

    //! Bin V[k] of a dct3 is conj w(4 N)^k (x[k] - i x[N - k]). V[M - k] has M - k for k,
    //! and w(4 N)^(M - k) is w(8) conj w(4 N)^k.
    void emit_dct3_bins()
    {
        declare_roots("g", root_function(4 * d_length));
        w.line("const vec k_a = {};", rising(0));
        w.line("const vec k_b = {};", falling(d_length));
        w.line("const vec m_a = {};", falling(d_core));
        w.line("const vec m_b = {};", rising(d_core));
        w.put("const vec x_re = k_a * g_re - k_b * g_im;");
        w.put("const vec x_im = -k_a * g_im - k_b * g_re;");
        const auto half = literal(p, root_of_unity(1, 8).real());
        w.put("// conj w(8) g");
        w.line("const vec h_re = {} * (g_re - g_im), h_im = {} * (g_re + g_im);",
               half,
               half);
        w.put("const vec y_re = m_a * h_re + m_b * h_im;");
        w.put("const vec y_im = m_a * h_im - m_b * h_re;");
        emit_points_of_bins();
    }

    //! Even reals are points as they lie, odd ones the others backwards.
    void emit_shuffled_load()
    {
        declare_two("x", "2 * k");
        store("k", "EVEN(x_a, x_b)");
        store(fmt::format("{} - k", 2 * d_core - d_lanes),
              fmt::format("{}REVERSED(ODD(x_a, x_b))", is_sine(p.load) ? "-" : ""));
    }

    void emit_shuffled_store()
    {
        const char* scale = p.store.scaled ? "scale * " : "";
        w.line("const vec even = {}IN_ORDER({});", scale, load("k"));
        w.line("const vec odd = {}{}OPPOSITE({});",
               is_sine(p.store) ? "-" : "",
               scale,
               load(fmt::format("{} - k", 2 * d_core - d_lanes)));
        store("2 * k", "LOW(even, odd)");
        store(offset_from("2 * k", d_lanes), "HIGH(even, odd)");
    }

    void emit_dct4_load()
    {
        declare_roots("g", "dct4_root");
        const auto back = fmt::format("{} - 2 * k", d_length - 2 * d_lanes);
        declare_two("x", "2 * k");
        declare_two("y", back);
        const auto rise = "EVEN(x_a, x_b)", fall = "MIRROR_IM(y_a, y_b)";
        w.line("const vec even = {};", is_sine(p.load) ? fall : rise);
        w.line("const vec odd = {};", is_sine(p.load) ? rise : fall);
        w.put("const vec z_re = even * g_re - odd * g_im;");
        w.put("const vec z_im = even * g_im + odd * g_re;");
        store_points("z");
    }

    //! y[2k] is twice the real part of w(2 N)^k Z[k], y[2k + 1] the imaginary one of the
    //! conjugate point M - 1 - k, negative.
    void emit_dct4_store()
    {
        declare_roots("w", root_function(2 * d_length));
        const auto last = root_of_unity(-(d_core - 1), 2 * d_length);
        w.put("// Roots of M - 1 - k and before.");
        w.line(
            "const vec o_re = {0} * w_re + {1} * w_im, o_im = {1} * w_re - {0} * w_im;",
            literal(p, last.real()),
            literal(p, last.imag()));
        declare_parts("z", "2 * k");
        declare_mirror("m", fmt::format("2 * ({} - k)", d_core - d_lanes));
        const auto two = literal(p, 2) + (p.store.scaled ? " * scale" : "");
        const bool swaps = p.store.swap_parts;
        const char* re = swaps ? "im" : "re";
        const char* im = swaps ? "re" : "im";
        w.line("const vec even = {0} * (z_{1} * w_re - z_{2} * w_im);", two, re, im);
        w.line("const vec odd = {3}{0} * (m_{1} * o_im + m_{2} * o_re);",
               two,
               re,
               im,
               is_sine(p.store) ? "" : "-");
        store("2 * k", "LOW(even, odd)");
        store(offset_from("2 * k", d_lanes), "HIGH(even, odd)");
    }

    //! Bins k and after of 2 M reals, from outputs k and M - k; and of a dct2 what they
    //! become.
    void emit_pair_store()
    {
        declare_parts("z", "2 * k");
        w.put("// Outputs M - k, M - k - 1 ...");
        declare_mirror("m", fmt::format("2 * ({} - k)", d_core - d_lanes + 1));
        declare_roots("w", root_function(2 * d_core));
        w.put("const vec even_re = z_re + m_re, even_im = z_im - m_im; // all twice");
        w.put("const vec odd_re = z_im + m_im, odd_im = m_re - z_re;");
        const bool is_dct = p.store.kind != kind::r2c;
        const auto factor =
            literal(p, is_dct ? 1 : 0.5) + (p.store.scaled ? " * scale" : "");
        for (const auto& [part, turned] :
             { std::pair("re", "w_re * odd_re - w_im * odd_im"),
               std::pair("im", "w_re * odd_im + w_im * odd_re") })
            w.line("const vec bin_{0} = {1} * (even_{0} + ({2}));", part, factor, turned);
        if (is_dct)
            emit_dct2_store();
        else
            emit_bin_store();
    }

    void emit_bin_store()
    {
        const auto line = line_text(p, &axis::output_weight);
        if (p.store.stored == element::planar) {
            for (const char* part : { "re", "im" })
                w.line("{0}(to_{1} + {2} + k, bin_{1});", output_store(p), part, line);
            return;
        }
        store("2 * k", "LOW(bin_re, bin_im)");
        store(offset_from("2 * k", d_lanes), "HIGH(bin_re, bin_im)");
    }

    //! y[k] and y[N - k] are the parts of w(4 N)^k V[k], the latter negative.
    void emit_dct2_store()
    {
        declare_roots("g", root_function(4 * d_length));
        declare_product("y", "bin", "g_re", "g_im");
        if (is_sine(p.store)) {
            store(fmt::format("{} - k", d_length - d_lanes), "REVERSED(y_re)");
            store("k - 1", "-y_im");
        } else {
            store("k", "y_re");
            store(fmt::format("{} - k", d_length - d_lanes + 1), "REVERSED(-y_im)");
        }
    }
};

} // namespace

void emit_point_shuffles(source_writer& w, const pass& p)
{
    const int lanes = p.lanes();
    const auto define = [&](const char* name, const char* parameters, auto picked_by) {
        std::vector<int> picked;
        for (int lane = 0; lane < lanes; ++lane)
            picked.push_back(picked_by(lane));
        const std::string is_one = parameters;
        w.line("#define {0}({1}) SHUFFLE({2}, {3})",
               name,
               parameters,
               is_one == "a" ? "a, a" : parameters,
               fmt::join(picked, ", "));
    };
    define("MIRROR_RE", "a, b", [&](int lane) { return 2 * (lanes - 1 - lane); });
    define("MIRROR_IM", "a, b", [&](int lane) { return 2 * (lanes - 1 - lane) + 1; });
    if (p.store.kind != kind::r2c)
        define("REVERSED", "a", [&](int lane) { return lanes - 1 - lane; });
    if (p.store.kind == kind::dct3 || p.store.kind == kind::dst3) {
        const int swap = p.store.swap_parts;
        define("IN_ORDER", "a", [&](int lane) { return lane ^ swap; });
        define("OPPOSITE", "a", [&](int lane) { return (lanes - 1 - lane) ^ swap; });
    }
    w.blank();
}

bool has_single_points(const pass& p)
{
    return p.store.needs_pairs() || p.load.kind == kind::c2r ||
           p.load.kind == kind::dct3 || p.load.kind == kind::dst3;
}

void emit_point_vectors(simt::simt_context& c) { point_vectors(c).emit(); }

} // namespace gpufft
