/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_branches.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

namespace {

std::int64_t branch_points(const simd_context& c)
{
    return c.p.dimensions[0].caller_length;
}

//! Opens the loop over branches, `branch`.
void open_branches(simd_context& c)
{
    c.w.open(fmt::format("for (uint branch = 0; branch < {}; ++branch)",
                         c.p.load.taps_per_branch));
}

bool folds_planes(const simd_context& c) { return c.p.load.stored == element::planar; }

//! Adds to the sums what a branch has of points of reals, or of planes.
void emit_plain_terms(simd_context& c)
{
    auto& w = c.w;
    w.put("const vec tap = LOAD(window + n);");
    if (c.p.load.stored == element::real) {
        w.line("sum_re += tap * {};", input_vector(c.p, "from + place"));
        return;
    }
    for (const char* part : { "re", "im" })
        w.line("sum_{0} += tap * {1};",
               part,
               input_vector(c.p, fmt::format("from_{} + place", part)));
}

//! ... of interleaved points, whose parts go apart.
void emit_complex_terms(simd_context& c)
{
    auto& w = c.w;
    w.put("const vec tap = LOAD(window + n);");
    w.line("const vec a = {};", input_vector(c.p, "from + 2 * place"));
    w.line("const vec b = {};",
           input_vector(c.p, fmt::format("from + 2 * place + {}", c.p.lanes())));
    w.put("sum_re += tap * EVEN(a, b);");
    w.put("sum_im += tap * ODD(a, b);");
}

//! ... of reals, two to a point, whose sums go apart in the end.
void emit_pair_terms(simd_context& c)
{
    for (const auto& [sum, after] : { std::pair("a", std::string()),
                                      std::pair("b", fmt::format(" + {}", c.p.lanes())) })
        c.w.line("sum_{} += LOAD(window + 2 * n{}) * {};",
                 sum,
                 after,
                 input_vector(c.p, "from + 2 * place" + after));
}

} // namespace

void emit_folded_function(simd_context& c)
{
    const auto& load = c.p.load;
    if (load.taps_per_branch < 2 || load.by == convolution::bluestein || !c.p.is_vector())
        return;
    auto& w = c.w;
    const bool has_pairs = load.is_half;
    const auto from = fmt::format("{}const {}* from", c.d.global, input_number(c.p));
    w.line("// Points n and after, of as many of each branch from place on.");
    w.line("static inline void load_folded({}, {}const {}* window, uint n, uint place, "
           "vec* re, vec* im)",
           folds_planes(c) ? from + "_re, " + from + "_im" : from,
           c.d.global,
           c.real());
    w.open();
    const char* first = has_pairs ? "sum_a" : "sum_re";
    const char* second = has_pairs ? "sum_b" : "sum_im";
    w.line("vec {0} = {2}, {1} = {2};", first, second, c.zero());
    open_branches(c);
    if (has_pairs)
        emit_pair_terms(c);
    else if (load.stored == element::complex)
        emit_complex_terms(c);
    else
        emit_plain_terms(c);
    w.line("n += {};", has_pairs ? branch_points(c) / 2 : branch_points(c));
    w.line("place += {};", has_pairs ? branch_points(c) / 2 : branch_points(c));
    w.close();
    w.line("*re = {};", has_pairs ? "EVEN(sum_a, sum_b)" : first);
    w.line("*im = {};", has_pairs ? "ODD(sum_a, sum_b)" : second);
    w.close();
    w.blank();
}

void emit_folded_load(simd_context& c,
                      int v,
                      const std::string& n,
                      const std::string& place)
{
    const auto& load = c.p.load;
    // The inverse is a forward transform with the parts exchanged.
    const char* real = load.swap_parts ? "im" : "re";
    const char* imaginary = load.swap_parts ? "re" : "im";
    c.w.line("vec x{0}_re, x{0}_im;", v);
    c.w.line("load_folded({}, window, {}, {}, &x{}_{}, &x{}_{});",
             folds_planes(c) ? "from_re, from_im" : "from",
             n,
             place,
             v,
             real,
             v,
             imaginary);
}

void emit_folded_square(simd_context& c,
                        const std::function<std::string(int lane)>& address,
                        const std::vector<std::string>& points,
                        int numbers)
{
    auto& w = c.w;
    const int lanes = c.p.lanes();
    w.line("vec square[{}];", lanes);
    for (int lane = 0; lane < lanes; ++lane)
        w.line("square[{}] = {};", lane, c.zero());
    open_branches(c);
    std::string taps;
    for (int i = 0; i < lanes; ++i)
        taps += fmt::format("{}window[{} + {} * branch]",
                            i ? ", " : "",
                            points[static_cast<std::size_t>(i / numbers)],
                            branch_points(c));
    w.line("const vec tap = (vec)({});", taps);
    for (int lane = 0; lane < lanes; ++lane)
        w.line("square[{}] += tap * {};",
               lane,
               input_vector(c.p,
                            fmt::format("{} + {} * branch",
                                        address(lane),
                                        numbers * branch_points(c))));
    w.close();
}

std::string emit_folded_number(simd_context& c,
                               const std::string& pointer,
                               const std::string& point,
                               int numbers)
{
    auto& w = c.w;
    w.line("const uint point = {};", point);
    w.line("{} sum = {};", c.real(), c.zero());
    open_branches(c);
    w.line("sum += window[point + {} * branch] * {};",
           branch_points(c),
           input_scalar(c.p,
                        pointer,
                        fmt::format("at + {} * branch", numbers * branch_points(c))));
    w.close();
    return "sum";
}

} // namespace gpufft::simd
