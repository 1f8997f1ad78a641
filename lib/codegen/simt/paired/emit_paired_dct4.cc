/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/paired/rotated_root.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "math/roots.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simt/io_tables.h"
#include <complex>

namespace gpufft::simt {

namespace {

/*!
 * A dct4 of N = 2 M reals has inner points n and M - 1 - n of four reals, which lie in
 * two pairs of neighbours: p = x[2n], x[2n+1] and q = x[N-2-2n], x[N-1-2n]. The points
 * are w(8N)^(4n+1) (p.x + i q.y) and, since w(8N)^(4(M-1-n)+1) is -i w(8N)^-2 times the
 * conjugate of that root, -i w(8N)^-2 w(8N)^-(4n+1) (q.x + i p.y).
 *
 * In the same way U = 2 w(2N)^k Z[k] and W = 2 w(2N)^(M-1-k) Z[M-1-k] are y[2k] = Re U,
 * y[2k+1] = -Im W, y[N-2-2k] = Re W and y[N-1-2k] = -Im U.
 *
 * A dst4 has the input reversed and the signs of y[2k+1] and y[N-1-2k] changed.
 */
class paired_dct4
{
public:
    paired_dct4(simt_context& context, bool is_load)
        : c(context),
          d_is_load(is_load),
          d_i(is_load ? 0 : c.p.steps() - 1),
          d_radix(c.stage_at(d_i).radix),
          d_points(c.p.points()),
          d_apart(d_points / d_radix),
          d_is_alone(c.p.butterflies(d_i) == 1),
          d_is_sine(c.p.load.kind == transform_kind::dst4)
    {
    }

    void emit()
    {
        emit_pointers();
        if (d_is_load)
            emit_pair_registers(c);
        if (!d_is_alone)
            emit_roots();
        for (int v = 0; v < d_radix / 2; ++v) {
            const int mirror = d_radix - 1 - v;
            emit_pair("near", v, v, d_is_alone ? mirror : d_radix + mirror);
            if (!d_is_alone)
                emit_pair("far", v, d_radix + v, mirror);
        }
    }

private:
    simt_context& c;
    bool d_is_load;
    std::size_t d_i;
    int d_radix;
    std::int64_t d_points; // M
    std::int64_t d_apart;  // L
    bool d_is_alone;
    bool d_is_sine;

    const io_operation& op() const
    {
        return d_is_load ? static_cast<const io_operation&>(c.p.load) : c.p.store;
    }
    std::int64_t stride() const
    {
        const auto& d = c.p.dimensions.front();
        return d_is_load ? d.input_stride : d.output_stride;
    }

    bool is_by_twos() const
    {
        return !op().is_float16 &&
               has_aligned_rows(c.p, d_is_load ? PASS_INPUT : PASS_OUTPUT, 2);
    }

    std::string pointer() const
    {
        const std::string element = op().is_float16 ? "half"
                                    : is_by_twos()  ? c.complex()
                                                    : c.real();
        return fmt::format("{}{}{}*", c.d.global, d_is_load ? "const " : "", element);
    }

    //! Declares pointers to the pair 2n of neighbours of the first butterfly, `near_p`,
    //! and to the pair N - 2 - 2n, `near_q`; `far_p`, `far_q` of the second one.
    void emit_pointers()
    {
        auto& w = c.w;
        auto base =
            emit_callers_row(c, d_i, d_is_load ? pass_io::input : pass_io::output);
        if (is_by_twos())
            base = fmt::format("({})({})", pointer(), base);
        const auto last = (d_points - 1) * pair_step();
        const auto times =
            pair_step() == 1 ? std::string() : fmt::format("{} * ", pair_step());
        const auto declare = [&](const char* of, const char* number) {
            const auto first = d_is_alone ? "" : fmt::format(" + {}{}", times, number);
            const auto behind = d_is_alone ? "" : fmt::format(" - {}{}", times, number);
            w.line("{} {}_p = {}{};", pointer(), of, base, first);
            w.line("{} {}_q = {} + {}{};", pointer(), of, base, last, behind);
        };
        declare("near", "pair");
        if (!d_is_alone)
            declare("far", "opposite");
    }

    //! Elements of a pointer from a pair of neighbours to the next.
    std::int64_t pair_step() const { return is_by_twos() ? 1 : 2 * stride(); }

    //! Roots 4 n + 1 of 8 N of a load, n of 2 N of a store.
    std::int64_t order() const { return (d_is_load ? 16 : 4) * d_points; }
    rotated_root root() const
    {
        return { "root", function(), order(), d_is_load ? 4 : 1 };
    }
    std::string function() const
    {
        return d_is_load ? std::string("dct4_root") : root_function(order());
    }

    //! exp(-2 pi i e / order()) times \p factor.
    std::string number(std::int64_t e, std::complex<double> factor = 1) const
    {
        return complex_literal(c.p, factor * root_of_unity(-e, order()));
    }

    void emit_roots()
    {
        for (const auto* of : { "near", "far" }) {
            const auto* n = of[0] == 'n' ? "pair" : "opposite";
            c.w.line("const {} {}_root = {}{}(twiddles, {});",
                     c.complex(),
                     of,
                     d_is_load ? "" : factor() + " * ",
                     function(),
                     n);
        }
    }

    //! What outputs are multiplied by beside the root.
    std::string factor() const
    {
        const auto two = literal(c.p, 2.0);
        return c.p.store.scaled ? fmt::format("({} * scale)", two) : two;
    }

    //! The root of pair \p v of a butterfly.
    std::string root_at(const std::string& of, int v) const
    {
        const auto n = v * d_apart;
        if (!d_is_alone)
            return rotated(c.p, root(), of + "_root", n);
        return d_is_load ? number(4 * n + 1) : factor() + " * " + number(n);
    }

    //! What the conjugate of a root is multiplied by for point M - 1 - n.
    std::string mirror_factor() const
    {
        const std::complex<double> turn(0, -1);
        return d_is_load ? number(-2, turn) : number(-1, turn);
    }

    std::string element(const std::string& pointer, std::int64_t i) const
    {
        if (op().is_float16)
            return fmt::format("vload_half({}, {})", i * stride(), pointer);
        return fmt::format("{}[{}]", pointer, i * stride());
    }

    void emit_pair(const std::string& of, int v, int q, int mirror)
    {
        auto& w = c.w;
        w.open();
        w.line("const {} root = {};", c.complex(), root_at(of, v));
        w.line("const {} other_root = cmul({}, conjugate(root));",
               c.complex(),
               mirror_factor());
        if (d_is_load)
            emit_load(of, v, q, mirror);
        else
            emit_store(of, v, q, mirror);
        w.close();
    }

    //! The pairs of neighbours p and q of a load.
    void emit_neighbours(const std::string& of, int v)
    {
        auto& w = c.w;
        const auto shift = v * d_apart * pair_step();
        for (const auto* name : { "p", "q" }) {
            const auto from = fmt::format("{}_{}", of, name);
            const auto at = name[0] == 'p' ? shift : -shift;
            if (is_by_twos()) {
                w.line("const {} {} = {}[{}];", c.complex(), name, from, at);
                continue;
            }
            const auto here = grouped(offset_from(from, at));
            w.line("const {} {} = complex_of({}, {});",
                   c.complex(),
                   name,
                   element(here, 0),
                   element(here, 1));
        }
    }

    void emit_load(const std::string& of, int v, int q, int mirror)
    {
        emit_neighbours(of, v);
        const bool s = d_is_sine; // the caller's row is the other way round
        c.w.line("x{} = cmul(root, complex_of({}, {}));",
                 q,
                 s ? "q.y" : "p.x",
                 s ? "p.x" : "q.y");
        c.w.line("x{} = cmul(other_root, complex_of({}, {}));",
                 mirror,
                 s ? "p.y" : "q.x",
                 s ? "q.x" : "p.y");
    }

    void emit_store(const std::string& of, int v, int q, int mirror)
    {
        auto& w = c.w;
        const auto value = [&](int r) {
            return c.p.store.swap_parts ? fmt::format("exchanged(x{})", r)
                                        : fmt::format("x{}", r);
        };
        w.line("const {} u = cmul(root, {});", c.complex(), value(q));
        w.line("const {} v = cmul(other_root, {});", c.complex(), value(mirror));
        const char* sign = d_is_sine ? "" : "-";
        const auto shift = v * d_apart * pair_step();
        put(of + "_p", shift, "u.x", fmt::format("{}v.y", sign));
        put(of + "_q", -shift, "v.x", fmt::format("{}u.y", sign));
    }

    void put(const std::string& to,
             std::int64_t at,
             const std::string& first,
             const std::string& second)
    {
        if (is_by_twos()) {
            c.w.line("{}[{}] = complex_of({}, {});", to, at, first, second);
            return;
        }
        const auto here = grouped(offset_from(to, at));
        for (const int i : { 0, 1 }) {
            const auto& y = i ? second : first;
            if (op().is_float16)
                c.w.line("vstore_half({}, {}, {});", y, i * stride(), here);
            else
                c.w.line("{}[{}] = {};", here, i * stride(), y);
        }
    }
};

} // namespace

void emit_paired_dct4_loads(simt_context& c) { paired_dct4(c, true).emit(); }

void emit_paired_dct4_stores(simt_context& c) { paired_dct4(c, false).emit(); }

} // namespace gpufft::simt
