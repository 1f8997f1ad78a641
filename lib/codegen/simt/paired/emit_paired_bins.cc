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

constexpr double ROOT_2 = 1.41421356237309504880;

/*!
 * Points n and M - n of a c2r of N = 2 M reals, from bins n and M - n, which are read
 * once: with s = X[n] + conj X[M-n], d = X[n] - conj X[M-n] and o = w(N)^-n d, these are
 * s + i o and conj s + i conj o.
 *
 * The bins of a dct3 are V[n] = w(4N)^-n (x[n] - i x[N-n]), so conj V[M-n] = w(4N)^-n t
 * with t = w(8) (x[M-n] + i x[M+n]): with a = x[n] - i x[N-n], s is w(4N)^-n (a + t) and
 * o is w(4N)^-5n (a - t). A dst3 is the dct3 of reversed input.
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
          d_has_bins(c.p.load.kind == transform_kind::c2r),
          d_is_reversed(c.p.load.kind == transform_kind::dst3)
    {
        const auto order = d_has_bins ? 2 * d_points : 8 * d_points;
        d_roots.push_back({ "root", root_function(order), order, -1 });
        if (!d_has_bins)
            d_roots.push_back({ "fifth", fifth_root_function(order), order, -5 });
        if (d_radix % 2)
            d_near = (d_radix + 1) / 2;
    }

    void emit()
    {
        emit_pointers();
        emit_pair_registers(c);
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
    bool d_has_bins;    // of a c2r, not the reals of a dct3
    bool d_is_reversed; // the caller's row
    std::vector<rotated_root> d_roots;

    bool is_staged() const { return c.p.workgroup().staged_input; }
    //! Staged rows are converted already.
    bool is_float16() const { return c.p.load.is_float16 && !is_staged(); }
    std::int64_t stride() const
    {
        return is_staged() ? 1 : c.p.dimensions.front().input_stride;
    }

    std::string pointer() const
    {
        const auto held = d_has_bins ? c.complex() : c.real();
        if (is_staged())
            return fmt::format("{}const {}*", c.d.local, held);
        const std::string half = d_has_bins ? "half_complex" : "half";
        return fmt::format("{}const {}*", c.d.global, is_float16() ? half : held);
    }

    //! The caller's row as it is, or as it lies in local memory.
    std::string emit_row()
    {
        if (!is_staged())
            return emit_callers_row(c, 0, pass_io::input);
        const auto base =
            d_has_bins ? std::string("rows_in") : fmt::format("({})rows_in", pointer());
        const auto apart = staged_row(c.p, true) * (d_has_bins ? 1 : 2);
        return c.p.columns.size > 1 ? fmt::format("{} + {} * column", base, apart) : base;
    }

    //! Declares `up`, to element `pair`, and `down`, to element M - `pair`; and those
    //! that pairs beyond the middle are counted from.
    void emit_pointers()
    {
        auto& w = c.w;
        const auto base = emit_row();
        const auto end = d_is_reversed ? 2 * d_points - 1 : 0; // where element 0 is
        const auto first = offset_from(base, end * stride());
        const auto middle =
            offset_from(base, (d_is_reversed ? end - d_points : d_points) * stride());
        if (d_is_alone) {
            w.line("{} up = {};", pointer(), first);
            w.line("{} down = {};", pointer(), middle);
            return;
        }
        const auto times = stride() == 1 ? "" : fmt::format("{} * ", stride());
        const char* on = d_is_reversed ? "-" : "+";
        const char* back = d_is_reversed ? "+" : "-";
        w.line("{} up = {} {} {}pair;", pointer(), first, on, times);
        w.line("{} down = {} {} {}pair;", pointer(), middle, back, times);
        w.put("// Beyond the middle; work-item 0 goes on with its other butterfly.");
        w.line("const uint beyond = pair ? {} : {};",
               d_near * d_apart * stride(),
               d_apart / 2 * stride());
        w.line("{} far_up = up {} beyond;", pointer(), on);
        w.line("{} far_down = down {} beyond;", pointer(), back);
    }

    void emit_roots()
    {
        if (d_is_alone)
            return;
        for (const auto& r : d_roots) {
            c.w.line("const {} {} = conjugate({}(twiddles, pair));",
                     c.complex(),
                     r.name,
                     r.function);
            c.w.line("const {} far_{} = pair ? {} : {};",
                     c.complex(),
                     r.name,
                     rotated(c.p, r, r.name, d_near * d_apart),
                     root_number(c.p, r, d_apart / 2));
        }
    }

    //! Element \p offset behind the one that \p from points to, in the order of the
    //! transform.
    std::string element(const std::string& from, std::int64_t offset) const
    {
        offset *= d_is_reversed ? -stride() : stride();
        if (!is_float16())
            return fmt::format("{}[{}]", from, offset);
        // Not as an index, which is unsigned.
        const auto place = offset_from(from, offset);
        if (!d_has_bins)
            return fmt::format("vload_half(0, {})", place);
        return load_half_pair(const_halves_at(c.d, grouped(place)), "0");
    }

    //! Root \p r of the pair that is \p step L behind that of `root`, or `far_root`.
    std::string
    root_after(const rotated_root& r, const std::string& prefix, int step) const
    {
        return d_is_alone ? root_number(c.p, r, step * d_apart)
                          : rotated(c.p, r, prefix + r.name, step * d_apart);
    }

    //! Declares the points of a pair as a\p v and b\p v. \p prefix: of the names of the
    //! pointers and of the roots that it is \p step L away from.
    void emit_pair(int v, const std::string& prefix, int step)
    {
        const auto a = fmt::format("a{}", v);
        const auto b = fmt::format("b{}", v);
        c.w.line("{} {}, {};", c.complex(), a, b);
        emit_points(prefix, step, v == 0, a, b);
    }

    /*!
     * Sets \p first to point n, and \p second to point M - n.
     * \param may_be_first  n may be 0
     * \param second        empty: n is M - n
     */
    void emit_points(const std::string& prefix,
                     int step,
                     bool may_be_first,
                     const std::string& first,
                     const std::string& second)
    {
        auto& w = c.w;
        w.open();
        if (d_has_bins)
            emit_sum_of_bins(prefix, step, may_be_first);
        else
            emit_sum_of_reals(prefix, step, may_be_first);
        w.line("{} = {};", first, point("sum.x - odd.y", "sum.y + odd.x"));
        if (!second.empty())
            w.line("{} = {};", second, point("sum.x + odd.y", "odd.x - sum.y"));
        w.close();
    }

    void emit_sum_of_bins(const std::string& prefix, int step, bool may_be_first)
    {
        auto& w = c.w;
        const auto n = step * d_apart;
        w.line("const {} near = {};",
               c.complex(),
               real_if_first(element(prefix + "up", n), may_be_first));
        w.line("const {} far = {};",
               c.complex(),
               real_if_first(element(prefix + "down", -n), may_be_first));
        w.line("const {} sum = complex_of(near.x + far.x, near.y - far.y);", c.complex());
        w.line("const {} difference = complex_of(near.x - far.x, near.y + far.y);",
               c.complex());
        const bool is_one = d_is_alone && step == 0;
        w.line("const {} odd = {};",
               c.complex(),
               is_one ? "difference"
                      : fmt::format("cmul({}, difference)",
                                    root_after(d_roots[0], prefix, step)));
    }

    //! Bins 0 and M are real.
    std::string real_if_first(const std::string& bin, bool may_be_first) const
    {
        if (!may_be_first)
            return bin;
        return fmt::format(
            "complex_of({}.x, {})", grouped(bin), unless_first(grouped(bin) + ".y"));
    }

    //! \p value, or 0 where n is 0.
    std::string unless_first(const std::string& value) const
    {
        const auto zero = literal(c.p, 0.0);
        return d_is_alone ? zero : fmt::format("pair ? {} : {}", value, zero);
    }

    void emit_sum_of_reals(const std::string& prefix, int step, bool may_be_first)
    {
        auto& w = c.w;
        const auto n = step * d_apart;
        auto even = element(prefix + "up", n);
        auto odd = "-" + element(prefix + "down", d_points - n);
        if (may_be_first) {
            odd = unless_first(odd); // x[N] is in no row
            even = weighted_if_first(even);
        }
        w.line("const {} a = complex_of({}, {});", c.complex(), even, odd);
        w.line("const {} below = {};", c.real(), element(prefix + "down", -n));
        w.line("const {} above = {};", c.real(), element(prefix + "up", d_points + n));
        w.line("const {0} t = {1} * complex_of(below + above, above - below);",
               c.complex(),
               literal(c.p, 1 / ROOT_2));
        w.line("const {} sum = cmul({}, a + t);",
               c.complex(),
               root_after(d_roots[0], prefix, step));
        w.line("const {} odd = cmul({}, a - t);",
               c.complex(),
               root_after(d_roots[1], prefix, step));
    }

    //! Input 0 of a transform that is orthogonal.
    std::string weighted_if_first(const std::string& value) const
    {
        if (!c.p.load.orthogonalize)
            return value;
        const auto more = fmt::format("{} * {}", literal(c.p, ROOT_2), value);
        return d_is_alone ? more : fmt::format("pair ? {} : {}", value, more);
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
