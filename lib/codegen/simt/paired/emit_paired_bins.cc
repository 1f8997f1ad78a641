/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/paired/rotated_root.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/float16_pairs.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/io_tables.h"

namespace gpufft::simt {

namespace {

/*!
 * Points n and M - n of a c2r of 2 M reals, from bins n and M - n, which are read once:
 * with s = X[n] + conj X[M-n], d = X[n] - conj X[M-n] and o = conj(w(2M)^n) d, these are
 * s + i o and conj s + i conj o.
 *
 * Pairs of a work-item come in three parts, as those of a paired store do: n = pair, pair
 * + L ... up to the middle; beyond it the others, of which work-item 0 has those of
 * butterfly L / 2 instead; and the one that work-item 0 has more.
 */
class paired_bins
{
public:
    explicit paired_bins(simt_context& context)
        : c(context),
          d_radix(c.stage_at(0).radix),
          d_near(d_radix / 2 + 1),
          d_points(c.p.points()),
          d_apart(d_points / d_radix),
          d_is_alone(c.p.butterflies(0) == 1),
          d_root({ "root", root_function(2 * d_points), 2 * d_points, -1 })
    {
        if (d_radix % 2)
            d_near = (d_radix + 1) / 2;
    }

    void emit()
    {
        emit_pointers();
        emit_registers();
        emit_roots();
        for (int v = 0; v < d_near; ++v)
            emit_pair(v, "", v);
        if (d_is_alone) {
            put_first_butterfly();
            return;
        }
        for (int v = d_near; v < d_radix; ++v)
            emit_pair(v, "far_", v - d_near);
        put_butterflies();
    }

private:
    simt_context& c;
    int d_radix;
    int d_near; // pairs of the first part
    std::int64_t d_points;
    std::int64_t d_apart; // L
    bool d_is_alone;
    rotated_root d_root;

    bool is_staged() const { return c.p.workgroup().staged_input; }
    //! Staged rows are converted already.
    bool is_float16() const { return c.p.load.is_float16 && !is_staged(); }
    std::int64_t stride() const
    {
        return is_staged() ? 1 : c.p.dimensions.front().input_stride;
    }

    std::string pointer() const
    {
        if (is_staged())
            return fmt::format("{}const {}*", c.d.local, c.complex());
        return fmt::format(
            "{}const {}*", c.d.global, is_float16() ? "half_complex" : c.complex());
    }

    void emit_pointers()
    {
        auto& w = c.w;
        std::string base = "rows_in";
        if (is_staged()) {
            if (c.p.columns.size > 1)
                base += fmt::format(" + {} * column", staged_row(c.p, true));
        } else {
            emit_input_row(c);
            const auto line = point_of(c, pass_io::input, c.layout.stages[0].lanes).line;
            base = line == "0" ? "from" : "from + " + line;
        }
        const auto last = offset_from(base, d_points * stride());
        if (d_is_alone) {
            w.line("{} up = {};", pointer(), base);
            w.line("{} down = {};", pointer(), last);
            return;
        }
        const auto times = stride() == 1 ? "" : fmt::format("{} * ", stride());
        w.line("{} up = {} + {}pair;", pointer(), base, times);
        w.line("{} down = {} - {}pair;", pointer(), last, times);
        w.put("// Beyond the middle; work-item 0 goes on with its other butterfly.");
        w.line("const uint beyond = pair ? {} : {};",
               d_near * d_apart * stride(),
               d_apart / 2 * stride());
        w.line("{} far_up = up + beyond;", pointer());
        w.line("{} far_down = down - beyond;", pointer());
    }

    void emit_registers()
    {
        if (c.keeps_registers())
            return;
        std::string names;
        for (int q = 0; q < d_radix * c.p.butterflies(0); ++q)
            names += fmt::format("{}x{}", q ? ", " : "", q);
        c.w.line("{} {};", c.complex(), names);
    }

    void emit_roots()
    {
        if (d_is_alone)
            return;
        auto& w = c.w;
        w.line("const {} root = conjugate({}(twiddles, pair));",
               c.complex(),
               d_root.function);
        w.line("const {} far_root = pair ? {} : {};",
               c.complex(),
               rotated(c.p, d_root, "root", d_near * d_apart),
               root_number(c.p, d_root, d_apart / 2));
    }

    //! Bin \p offset points behind a pointer, or before it.
    std::string bin(const std::string& from, std::int64_t offset) const
    {
        if (!is_float16())
            return fmt::format("{}[{}]", from, offset);
        // Not as an index, which is unsigned.
        const auto place = offset == 0  ? from
                           : offset > 0 ? fmt::format("{} + {}", from, offset)
                                        : fmt::format("{} - {}", from, -offset);
        return load_half_pair(const_halves_at(c.d, grouped(place)), "0");
    }

    //! Conjugate root of the pair that is \p step L behind that of \p name; empty: 1.
    std::string root_after(const std::string& name, int step) const
    {
        if (d_is_alone)
            return step ? root_number(c.p, d_root, step * d_apart) : "";
        return rotated(c.p, d_root, name, step * d_apart);
    }

    //! Declares the points of a pair as a\p v and b\p v. \p prefix: of the names of the
    //! pointers and of the root that it is \p step L away from.
    void emit_pair(int v, const std::string& prefix, int step)
    {
        const auto a = fmt::format("a{}", v);
        const auto b = fmt::format("b{}", v);
        c.w.line("{} {}, {};", c.complex(), a, b);
        emit_points(prefix, step, root_after(prefix + "root", step), v == 0, a, b);
    }

    /*!
     * Sets \p first to point n, and \p second to point M - n.
     * \param may_be_first  n may be 0, whose bins are real
     * \param second        empty: n is M - n
     */
    void emit_points(const std::string& prefix,
                     int step,
                     const std::string& root,
                     bool may_be_first,
                     const std::string& first,
                     const std::string& second)
    {
        auto& w = c.w;
        const auto offset = step * d_apart * stride();
        w.open();
        w.line("const {} near = {};",
               c.complex(),
               real_if_first(bin(prefix + "up", offset), may_be_first));
        w.line("const {} far = {};",
               c.complex(),
               real_if_first(bin(prefix + "down", -offset), may_be_first));
        w.line("const {} sum = complex_of(near.x + far.x, near.y - far.y);", c.complex());
        w.line("const {} difference = complex_of(near.x - far.x, near.y + far.y);",
               c.complex());
        w.line("const {} odd = {};",
               c.complex(),
               root.empty() ? "difference" : fmt::format("cmul({}, difference)", root));
        w.line("{} = {};", first, point("sum.x - odd.y", "sum.y + odd.x"));
        if (!second.empty())
            w.line("{} = {};", second, point("sum.x + odd.y", "odd.x - sum.y"));
        w.close();
    }

    std::string real_if_first(const std::string& bin, bool may_be_first) const
    {
        if (!may_be_first)
            return bin;
        const auto zero = literal(c.p, 0.0);
        const auto imaginary =
            d_is_alone ? zero : fmt::format("pair ? {}.y : {}", grouped(bin), zero);
        return fmt::format("complex_of({}.x, {})", grouped(bin), imaginary);
    }

    //! A point, with its parts exchanged where the transform is an inverse.
    std::string point(const char* re, const char* im) const
    {
        return c.p.load.swap_parts ? fmt::format("complex_of({}, {})", im, re)
                                   : fmt::format("complex_of({}, {})", re, im);
    }

    //! Butterfly 0, whose pairs are points v L and M - v L.
    void put_first_butterfly()
    {
        for (int v = 0; v < d_near; ++v) {
            c.w.line("x{} = a{};", v, v);
            if (v > 0 && v < d_radix - v)
                c.w.line("x{} = b{};", d_radix - v, v);
        }
    }

    //! Butterfly L / 2, whose pairs are points L / 2 + v L and M - L / 2 - v L.
    void put_middle_butterfly()
    {
        const int far = d_radix - d_near;
        const int last = 2 * d_radix - 1;
        for (int v = 0; v < far; ++v) {
            c.w.line("x{} = a{};", d_radix + v, d_near + v);
            c.w.line("x{} = b{};", last - v, d_near + v);
        }
        emit_points("far_",
                    far,
                    root_after("far_root", far),
                    false,
                    fmt::format("x{}", d_radix + far),
                    d_radix % 2 ? "" : fmt::format("x{}", last - far));
    }

    void put_butterflies()
    {
        c.w.open("if (pair)");
        for (int v = 0; v < d_radix; ++v) {
            c.w.line("x{} = a{};", v, v);
            c.w.line("x{} = b{};", 2 * d_radix - 1 - v, v);
        }
        c.w.close();
        c.w.open("else");
        put_first_butterfly();
        put_middle_butterfly();
        c.w.close();
    }
};

} // namespace

void emit_paired_bins(simt_context& c) { paired_bins(c).emit(); }

} // namespace gpufft::simt
