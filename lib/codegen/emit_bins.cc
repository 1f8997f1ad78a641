/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_bins.h"
#include "codegen/emit_table.h"
#include "plan/core_places.h"
#include <fmt/ranges.h>

namespace gpufft {

namespace {

//! Where vector q of outputs stands: the stages after the first leave digits reversed.
std::vector<std::int64_t> vector_places(const pass& p)
{
    pass later = p;
    later.stages.erase(later.stages.begin());
    return core_places(later);
}

} // namespace

void emit_bin_order(simd_context& c)
{
    auto& w = c.w;
    w.put(
        "// Where each vector of outputs stands after the stages, which work in place.");
    auto places = vector_places(c.p);
    for (auto& place : places)
        place = spread_of(c.p, c.twiddles.points).place(place);
    emit_table(w, "order", places);
    std::vector<int> picked = { 0 };
    for (int lane = 1; lane < c.p.lanes; ++lane)
        picked.push_back(2 * c.p.lanes - lane);
    w.put("// Outputs M - k, M - k - 1 ..., of the vector that begins with M - k and the "
          "one "
          "below.");
    w.line("#define MIRROR(a, b) SHUFFLE(a, b, {})", fmt::join(picked, ", "));
    w.blank();
}

void emit_bin_store(simd_context& c)
{
    auto& w = c.w;
    const int lanes = c.p.lanes;
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
    const char* store = output_store(c.p);
    const bool is_planar = c.p.store.stored == element::planar;
    if (is_planar) {
        for (const char* part : { "re", "im" })
            w.line("{0}(to_{1} + {2} * q, bin_{1});", store, part, lanes);
    } else {
        w.line("{}(to + {} * q, LOW(bin_re, bin_im));", store, 2 * lanes);
        w.line("{}(to + {} * q + {}, HIGH(bin_re, bin_im));", store, 2 * lanes, lanes);
    }
    w.close();
    const auto put = [&](bool is_imaginary, const std::string& value) {
        const auto middle = c.p.points();
        const char* plane = is_imaginary ? "to_im" : "to_re";
        w.put(
            output_scalar(c.p,
                          is_planar ? plane : "to",
                          std::to_string(is_planar ? middle : 2 * middle + is_imaginary),
                          value));
    };
    put(false, fmt::format("{}(re[0].s0 - im[0].s0)", times));
    put(true, c.zero());
}

} // namespace gpufft
