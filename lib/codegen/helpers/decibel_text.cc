/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
#include "codegen/io/logarithm_text.h"
#include <cmath>

namespace gpufft {

namespace {

// The bits of a float, as OpenCL calls them.
const char CUDA_WORDS[] = R"(#define as_uint(x) __float_as_uint(x)
#define as_float(x) __uint_as_float(x)
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)

)";

void emit_polynomial(source_writer& w)
{
    emit_log_of_m(w, "float");
    w.put("const float decibels = 3.01029996f * e + 4.34294482f * log_m;");
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
    emit_polynomial(w);
    w.put("return x > 0.0f ? (x < INFINITY ? decibels : x) : (x == 0.0f ? -INFINITY : "
          "NAN);");
    w.close();
    w.blank();
}

void emit_vector_decibels(source_writer& w)
{
    emit_vector_logarithm(w,
                          { "decibels_of_vector",
                            "10 log10 of each of sixteen powers",
                            16,
                            10 * std::log10(2.0) });
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
