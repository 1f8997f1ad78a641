/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/io_text.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/float16_pairs.h"
#include "codegen/text/index_text.h"
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simt/conjugate_pairs.h"

namespace gpufft::simt {

namespace {

//! Four neighbours of the caller's as expressions.
struct four {
    std::string at[4];
};

class paired_loads
{
public:
    explicit paired_loads(simt_context& context)
        : c(context),
          t(io_text::load(c.w, c.d, c.p)),
          d_radix(c.stage_at(0).radix),
          d_apart(c.p.points() / d_radix),
          d_is_staged(c.p.workgroup().staged_input),
          d_is_float16(c.p.load.is_float16 && !d_is_staged),
          d_by_fours(!d_is_staged && !d_is_float16 && c.p.number == precision::float32 &&
                     has_aligned_rows(c.p, PASS_INPUT, 4)),
          d_by_twos(d_is_staged || has_aligned_rows(c.p, PASS_INPUT, 2))
    {
    }

    void emit()
    {
        emit_pointers();
        emit_pair_registers(c);
        const bool is_pair = c.p.butterflies(0) > 1;
        for (int v = 0; v < d_radix / 2; ++v) {
            const int mirror = d_radix - 1 - v;
            put(four_at("near", v), v, is_pair ? d_radix + mirror : mirror);
            if (is_pair)
                put(four_at("far", v), d_radix + v, mirror);
        }
    }

private:
    simt_context& c;
    io_text t;
    int d_radix;
    std::int64_t d_apart; // points between those of a butterfly
    bool d_is_staged;
    bool d_is_float16; // staged rows are floats already
    bool d_by_fours;
    bool d_by_twos;

    std::string element_pointer() const
    {
        if (d_is_staged)
            return fmt::format("{}const {}*", c.d.local, c.complex());
        if (d_is_float16)
            return fmt::format(
                "{}const {}*", c.d.global, d_by_twos ? "half_complex" : "half");
        const auto element = d_by_fours ? "float4" : d_by_twos ? c.complex() : c.real();
        return fmt::format("{}const {}*", c.d.global, element);
    }

    //! Elements that reach the four reals of a point.
    int elements() const { return d_by_fours ? 1 : d_by_twos ? 2 : 4; }

    std::int64_t stride() const
    {
        return d_by_twos ? 1 : c.p.dimensions.front().input_stride;
    }

    void emit_pointers()
    {
        std::string base;
        if (d_is_staged) {
            base = "rows_in";
            if (c.p.columns.size > 1)
                base += fmt::format(" + {} * column", staged_row(c.p, true));
        } else {
            base = emit_callers_row(c, 0, pass_io::input);
            if (d_by_twos)
                base = fmt::format("({}){}", element_pointer(), grouped(base));
        }
        if (c.p.butterflies(0) == 1) {
            c.w.line("{} near = {};", element_pointer(), base);
            return;
        }
        const auto each = elements() * stride();
        const auto times = each == 1 ? "" : fmt::format("{} * ", each);
        c.w.line("{} near = {} + {}pair;", element_pointer(), base, times);
        c.w.line("{} far = {} + {}opposite;", element_pointer(), base, times);
    }

    four four_at(const char* pointer, int v)
    {
        const auto first = v * d_apart * elements();
        const auto name = fmt::format("{}{}", pointer, v);
        if (d_by_fours) {
            c.w.line("const float4 {} = {}[{}];", name, pointer, first);
            return { { name + ".x", name + ".y", name + ".z", name + ".w" } };
        }
        if (d_by_twos) {
            for (const int i : { 0, 1 })
                c.w.line("const {} {}_{} = {};",
                         c.complex(),
                         name,
                         "ab"[i],
                         pair_at(pointer, first + i));
            return { { name + "_a.x", name + "_a.y", name + "_b.x", name + "_b.y" } };
        }
        four f;
        for (int i = 0; i < 4; ++i)
            f.at[i] = fmt::format(d_is_float16 ? "vload_half({1}, {0})" : "{0}[{1}]",
                                  pointer,
                                  (first + i) * stride());
        return f;
    }

    std::string pair_at(const char* pointer, std::int64_t i) const
    {
        if (!d_is_float16)
            return fmt::format("{}[{}]", pointer, i);
        return load_half_pair(const_halves_at(c.d, pointer), std::to_string(i));
    }

    //! Point j into register \p q, point M - 1 - j into \p mirror. Of a dst2 every other
    //! real has its sign changed.
    void put(const four& f, int q, int mirror)
    {
        const char* sign = t.op.kind == transform_kind::dst2 ? "-" : "";
        c.w.line("x{} = complex_of({}, {});", q, f.at[0], f.at[2]);
        c.w.line("x{} = complex_of({}{}, {}{});", mirror, sign, f.at[3], sign, f.at[1]);
    }
};

} // namespace

void emit_paired_loads(simt_context& c)
{
    if (cosine_of(c.p.load.kind).type == 4)
        emit_paired_dct4_loads(c);
    else if (loads_complements(c.p))
        paired_loads(c).emit();
    else
        emit_paired_bins(c);
}

} // namespace gpufft::simt
