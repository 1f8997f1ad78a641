/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/logarithm_text.h"
#include <cmath>
#include <iterator>

namespace gpufft {

namespace {

// log(1 + m) = m - m^2 / 2 + m^3 p(m) for 1 + m in [1 / sqrt 2, sqrt 2): the polynomial
// of the Cephes library's logf(), highest power first, good to 1e-7.
const char* const COEFFICIENTS[] = {
    "7.0376836292e-2f",  "-1.1514610310e-1f", "1.1676998740e-1f",
    "-1.2420140846e-1f", "1.4249322787e-1f",  "-1.6668057665e-1f",
    "2.0000714765e-1f",  "-2.4999993993e-1f", "3.3333331174e-1f",
};

//! "float16"; "float" of a single lane.
std::string vector_of(const char* type, int lanes)
{
    return lanes > 1 ? type + std::to_string(lanes) : type;
}

} // namespace

void emit_log_of_m(source_writer& w, const std::string& type)
{
    w.line("{} p = {};", type, COEFFICIENTS[0]);
    for (std::size_t i = 1; i < std::size(COEFFICIENTS); ++i)
        w.line("p = p * m + {};", COEFFICIENTS[i]);
    w.line("const {} log_m = m - 0.5f * m * m + m * m * m * p;", type);
}

void emit_vector_logarithm(source_writer& w, const vector_logarithm& f)
{
    const auto floats = vector_of("float", f.lanes);
    const auto ints = vector_of("int", f.lanes), words = vector_of("uint", f.lanes);
    w.line("// {}: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.", f.says);
    w.line("static inline {0} {1}({0} x)", floats, f.name);
    w.open();
    w.line("const {} is_tiny = x < 1.17549435e-38f; // less digits than others", ints);
    w.line("const {0} bits = as_{0}(select(x, 8388608.0f * x, is_tiny)) - 0x3f3504f3u;",
           words);
    w.line("const {0} e = convert_{0}(as_{1}(bits) >> 23) - select(({0})(0.0f), "
           "({0})(23.0f), is_tiny);",
           floats,
           ints);
    w.line("const {0} m = as_{0}((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;", floats);
    emit_log_of_m(w, floats);
    w.line("const {} found = {:.8e}f * e + {:.8e}f * log_m;",
           floats,
           f.of_an_octave,
           f.of_an_octave / std::log(2.0));
    w.line("const {0} others = select(({0})(NAN), ({0})(-INFINITY), x == 0.0f);", floats);
    w.put("return select(others, select(x, found, x < INFINITY), x > 0.0f);");
    w.close();
    w.blank();
}

} // namespace gpufft
