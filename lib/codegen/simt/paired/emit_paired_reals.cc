/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/simt_io.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simt/conjugate_pairs.h"

namespace gpufft::simt {

namespace {

/*!
 * Outputs k and M - 1 - k of the inner DFT of a dct3 of N = 2 M reals, k below M / 2, are
 * four neighbours of the caller's: y[4k] and y[4k+2] are the parts of Z[k], y[4k+3] and
 * y[4k+1] those of Z[M-1-k]. A dst3 has the signs of y[4k+1] and y[4k+3] changed.
 */
class paired_reals
{
public:
    explicit paired_reals(simt_context& context)
        : c(context),
          d_i(c.p.steps() - 1),
          d_radix(c.stage_at(d_i).radix),
          d_apart(c.p.points() / d_radix),
          d_is_alone(c.p.butterflies(d_i) == 1),
          d_is_staged(c.p.workgroup().staged_output)
    {
    }

    void emit()
    {
        emit_pointers();
        for (int v = 0; v < d_radix / 2; ++v) {
            const int mirror = d_radix - 1 - v;
            put("near", v, v, d_is_alone ? mirror : d_radix + mirror);
            if (!d_is_alone)
                put("far", v, d_radix + v, mirror);
        }
    }

private:
    simt_context& c;
    std::size_t d_i;
    int d_radix;
    std::int64_t d_apart; // outputs between those of a butterfly
    bool d_is_alone;
    bool d_is_staged;

    //! Staged rows become float16 numbers when they leave local memory.
    bool is_float16() const { return c.p.store.is_float16 && !d_is_staged; }
    std::int64_t stride() const
    {
        return d_is_staged ? 1 : c.p.dimensions.front().output_stride;
    }

    bool is_by_fours() const
    {
        return !d_is_staged && !is_float16() && c.p.number == precision::float32 &&
               has_aligned_rows(c.p, PASS_OUTPUT, 4);
    }
    bool is_by_twos() const
    {
        return !is_float16() && (d_is_staged || has_aligned_rows(c.p, PASS_OUTPUT, 2));
    }

    std::string pointer() const
    {
        if (d_is_staged)
            return fmt::format("{}{}*", c.d.local, c.complex());
        if (is_float16())
            return fmt::format("{}half*", c.d.global);
        const std::string element = is_by_fours()  ? "float4"
                                    : is_by_twos() ? c.complex()
                                                   : c.real();
        return fmt::format("{}{}*", c.d.global, element);
    }

    //! Elements of a pointer that a pair of outputs takes.
    int elements() const { return is_by_fours() ? 1 : is_by_twos() ? 2 : 4; }

    void emit_pointers()
    {
        std::string base;
        if (d_is_staged) {
            base = fmt::format("exchange + {}", c.layout.exchange_points);
            if (c.p.columns.size > 1)
                base += fmt::format(" + {} * column", staged_row(c.p, false));
        } else {
            base = emit_callers_row(c, d_i, pass_io::output);
            if (is_by_twos())
                base = fmt::format("({})({})", pointer(), base);
        }
        if (d_is_alone) {
            c.w.line("{} near = {};", pointer(), base);
            return;
        }
        const auto each = is_by_twos() ? elements() : elements() * stride();
        const auto times = each == 1 ? "" : fmt::format("{} * ", each);
        c.w.line("{} near = {} + {}pair;", pointer(), base, times);
        c.w.line("{} far = {} + {}opposite;", pointer(), base, times);
    }

    //! The four reals that registers \p q and \p mirror hold, in the caller's order.
    std::vector<std::string> reals_of(int q, int mirror) const
    {
        const char* re = c.p.store.swap_parts ? "y" : "x";
        const char* im = c.p.store.swap_parts ? "x" : "y";
        const bool is_sine = c.p.store.kind == transform_kind::dst3;
        const std::string by = c.p.store.scaled ? "scale * " : "";
        const std::string odd = is_sine ? "-" + by : by;
        return { fmt::format("{}x{}.{}", by, q, re),
                 fmt::format("{}x{}.{}", odd, mirror, im),
                 fmt::format("{}x{}.{}", by, q, im),
                 fmt::format("{}x{}.{}", odd, mirror, re) };
    }

    void put(const char* to, int v, int q, int mirror)
    {
        const auto y = reals_of(q, mirror);
        const auto first = v * d_apart * elements();
        if (is_by_fours()) {
            c.w.open();
            c.w.put("float4 y;");
            for (int i = 0; i < 4; ++i)
                c.w.line("y.{} = {};", "xyzw"[i], y[static_cast<std::size_t>(i)]);
            c.w.line("{}[{}] = y;", to, first);
            c.w.close();
            return;
        }
        if (is_by_twos()) {
            c.w.line("{}[{}] = complex_of({}, {});", to, first, y[0], y[1]);
            c.w.line("{}[{}] = complex_of({}, {});", to, first + 1, y[2], y[3]);
            return;
        }
        for (std::size_t i = 0; i < y.size(); ++i) {
            const auto place = (first + static_cast<std::int64_t>(i)) * stride();
            if (is_float16())
                c.w.line("vstore_half({}, {}, {});", y[i], place, to);
            else
                c.w.line("{}[{}] = {};", to, place, y[i]);
        }
    }
};

} // namespace

void emit_paired_reals(simt_context& c) { paired_reals(c).emit(); }

} // namespace gpufft::simt
