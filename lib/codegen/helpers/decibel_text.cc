/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
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

// The bits of a float, as OpenCL calls them.
const char CUDA_WORDS[] = R"(#define as_uint(x) __float_as_uint(x)
#define as_float(x) __uint_as_float(x)
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)

)";

//! Declares `log_m`.
void emit_log_of_m(source_writer& w, const std::string& type)
{
    w.line("{} p = {};", type, COEFFICIENTS[0]);
    for (std::size_t i = 1; i < std::size(COEFFICIENTS); ++i)
        w.line("p = p * m + {};", COEFFICIENTS[i]);
    w.line("const {} log_m = m - 0.5f * m * m + m * m * m * p;", type);
}

void emit_polynomial(source_writer& w, const char* type)
{
    emit_log_of_m(w, type);
    w.line("const {} decibels = 3.01029996f * e + 4.34294482f * log_m;", type);
}

} // namespace

// PoCL 3.1 calls its log10() once a number, which takes longer than this one and far
// longer than this one in vectors: see measurements.md, "Decibels".
void emit_decibels(source_writer& w, const dialect& d)
{
    if (d.is_cuda())
        w.raw(CUDA_WORDS);
    w.put("// 10 log10 of a power: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.");
    w.line("{} float decibels_of(float x)", d.function);
    w.open();
    w.put("const bool is_tiny = x < 1.17549435e-38f; // less digits than others");
    w.put("const uint bits = as_uint(is_tiny ? 8388608.0f * x : x) - 0x3f3504f3u;");
    w.put("const float e = (float)((int)bits >> 23) - (is_tiny ? 23.0f : 0.0f);");
    w.put("const float m = as_float((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;");
    emit_polynomial(w, "float");
    w.put("return x > 0.0f ? (x < INFINITY ? decibels : x) : (x == 0.0f ? -INFINITY : "
          "NAN);");
    w.close();
    w.blank();
}

void emit_vector_decibels(source_writer& w)
{
    w.put("// The same of sixteen powers.");
    w.put("static inline float16 decibels_of_vector(float16 x)");
    w.open();
    w.put("const int16 is_tiny = x < 1.17549435e-38f;");
    w.put("const uint16 bits = as_uint16(select(x, 8388608.0f * x, is_tiny)) - "
          "0x3f3504f3u;");
    w.put("const float16 e = convert_float16(as_int16(bits) >> 23) -");
    w.put("                  select((float16)(0.0f), (float16)(23.0f), is_tiny);");
    w.put("const float16 m = as_float16((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;");
    emit_polynomial(w, "float16");
    w.put("const float16 others = select((float16)(NAN), (float16)(-INFINITY), x == "
          "0.0f);");
    w.put("return select(others, select(x, decibels, x < INFINITY), x > 0.0f);");
    w.close();
    w.blank();
}

void emit_log2(source_writer& w, int lanes)
{
    const auto wide = lanes > 1 ? std::to_string(lanes) : "";
    const auto type = "float" + wide;
    w.put("// log2 of a power: x = 2^e (1 + m), 1 + m between sqrt 0.5 and sqrt 2.");
    w.line("static inline {0} log2_of({0} x)", type);
    w.open();
    w.line("const int{} is_tiny = x < 1.17549435e-38f; // less digits than others", wide);
    w.line("const uint{0} bits = as_uint{0}(select(x, 8388608.0f * x, is_tiny)) - "
           "0x3f3504f3u;",
           wide);
    w.line("const {0} e = convert_{0}(as_int{1}(bits) >> 23) - select(({0})(0.0f), "
           "({0})(23.0f), is_tiny);",
           type,
           wide);
    w.line("const {0} m = as_{0}((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;", type);
    emit_log_of_m(w, type);
    w.line("const {} found = e + 1.44269504f * log_m;", type);
    w.line("return select(select(({0})(NAN), ({0})(-INFINITY), x == 0.0f), found, x > "
           "0.0f);",
           type);
    w.close();
    w.blank();
}

} // namespace gpufft
